#!/bin/sh
# A phone's host, a plain web server and a real browser: a good release, a bad one that is tried twice and
# never again, one that is pulled, an urgent one, and an app that brings a newer bundle. Fails when anything
# is missing.
#
#     demo-update.sh [debug|release]
set -u
cd "$(dirname "$0")/../.." || exit 1

kind=${1:-debug}
browser=''
for name in chromium chromium-browser google-chrome; do
  if command -v "$name" >/dev/null 2>&1; then browser=$name; break; fi
done
if [ -z "$browser" ]; then
  echo 'demo-update: a browser is needed, and there is no chromium; make setup-peers installs it' >&2
  exit 1
fi
for tool in python3 curl; do
  if ! command -v "$tool" >/dev/null 2>&1; then
    echo "demo-update: $tool is needed; make setup-peers installs it" >&2
    exit 1
  fi
done
Tools/Scripts/build.sh "$kind" >&2 || exit 1
trueseal=$PWD/Apps/trueseal-cli/.build/$kind/trueseal
export SWIFT_BACKTRACE=enable=no NO_COLOR=1

home=$(mktemp -d "${TMPDIR:-/tmp}/trueseal-update.XXXXXX") || exit 1
server='' host='' window=''
trap 'end' EXIT
trap 'exit 130' INT TERM HUP

end() {
  for one in $window $host $server; do kill -TERM "$one" 2>/dev/null; done
  wait 2>/dev/null
  # A browser's own children may write a moment longer than it lives.
  rm -rf "$home" 2>/dev/null || { sleep 1; rm -rf "$home"; }
}

say() { printf '%s\n' "$@"; }
fail() {
  say "" "The demo failed: $*"
  for log in "$home"/*.log; do
    [ -s "$log" ] && { say "--- $(basename "$log")"; tail -n 15 "$log"; }
  done
  exit 1
}

# Waits until a condition holds; two minutes is far more than any of them takes.
until_true() {
  what=$1
  shift
  tries=0
  until "$@" 2>/dev/null; do
    tries=$((tries + 1))
    if [ "$tries" -gt 1200 ]; then fail "waited two minutes for $what"; fi
    sleep 0.1
  done
}

publish() { "$trueseal" bundle "$@" --dir "$home/releases" >>"$home/publisher.log" 2>&1; }
tells() { grep -q -- "$1" "$home/host.log"; }
# The address of the launch, and what its pages see.
address() { sed -n '/^http:/{p;q;}' "$home/host.log"; }
has_address() { [ -n "$(address)" ]; }
state() { curl -sf "$(address)bridge/state"; }
state_has() { state | grep -q -- "$1"; }
check() { curl -sf -X POST "$(address)bridge/check" >/dev/null || fail 'the host does not look'; }

# Starts the app: its host with the bundle it ships with, and a window of the browser on it.
start() {
  "$trueseal" host --channel "$url" --dir "$home/phone" --built-in "$home/$app" --ready-seconds 3 \
    >"$home/host.log" 2>&1 &
  host=$!
  until_true 'the host' has_address
  "$browser" --headless=new --no-sandbox --disable-gpu --no-first-run --disable-dev-shm-usage \
    --user-data-dir="$home/browser" --remote-debugging-port=0 "$(address)" \
    >"$home/browser.log" 2>&1 &
  window=$!
}

# Ends the app, window first, as a person does.
stop() {
  for one in $window $host; do
    kill -TERM "$one" 2>/dev/null
    wait "$one" 2>/dev/null
  done
  window='' host=''
}

# What the page of a bundle says of itself is asked of the server of its host, since nobody looks at it.
page() {
  mkdir -p "$home/www"
  cat >"$home/www/index.html" <<PAGE
<!doctype html>
<meta charset="utf-8">
<title>$1</title>
<h1>$1</h1>
<script src="app.js"></script>
PAGE
}
good_script() {
  cat >"$home/www/app.js" <<'SCRIPT'
// The launch's nonce and this page's token are in the address.
const [, nonce, token] = location.pathname.split('/')
const call = async (name) => {
  const options = { method: 'POST', headers: { 'X-Page': token } }
  return (await fetch(`/${nonce}/bridge/${name}`, options)).json()
}
const look = async () => {
  const state = await (await fetch(`/${nonce}/bridge/state`)).json()
  if (state.updateReady) return call('applyUpdate')
  setTimeout(look, 200)
}
call('ready').then(look)
SCRIPT
}
bad_script() { echo 'throw new Error("this release does not start")' >"$home/www/app.js"; }

publish init --app-id com.example.demo --key "$home/bundle.key" || fail 'init'
page 'the page of the first app'
good_script
app=app1
publish build "$home/www" --draft "$home/app1" --commit 1111111 || fail 'the first bundle'
"$trueseal" bundle sign --draft "$home/app1" --key "$home/bundle.key" >/dev/null || fail 'signing'
publish release --draft "$home/app1" --no-point || fail 'putting up the first bundle'

python3 -u -m http.server 0 --bind 127.0.0.1 --directory "$home/releases" >"$home/server.log" 2>&1 &
server=$!
until_true 'the web server' grep -q 'http://127.0.0.1:' "$home/server.log"
url=$(sed -n 's|.*\(http://127.0.0.1:[0-9]*\)/.*|\1|p' "$home/server.log" | head -n 1)
say "A plain web server holds the releases. The app ships with release 1."

say "" "A good release:"
page 'a good release'
publish release "$home/www" --key "$home/bundle.key" --commit 2222222 || fail 'release 2'
start
until_true 'release 2' tells 'release 2 is downloaded'
state_has '"seq":1,' || fail 'release 1 is not on screen'
say "  The first start shows release 1 and downloads release 2 meanwhile."
stop
start
until_true 'release 2 to be ready' tells 'release 2 is ready and is current now'
say "  The next start tries it; its page says that it is ready, and it is current."

say "" "A bad release, whose page never says that it is ready:"
page 'a bad release'
bad_script
publish release "$home/www" --key "$home/bundle.key" || fail 'release 3'
check
until_true 'release 3' tells 'release 3 is downloaded'
stop
start
until_true 'the first failure' tells 'release 3 was not ready in time, 1 of 2'
until_true 'release 2 again' tells 'showing 2$'
say "  The first try runs out of time, and the phone shows release 2 at once."
stop
start
until_true 'the second failure' tells 'release 3 was not ready in time, 2 of 2'
until_true 'the verdict' tells 'release 3 is bad and is never tried again'
until_true 'release 2 on screen' state_has '"isTrial":false,"seq":2,'
check
tells 'nothing to wait for: bad' || fail 'release 3 was looked at again'
stop
start
until_true 'the quiet start' tells '^showing 2$'
say "  So does the second, and release 3 is bad for good: the third start shows release 2."

say "" "A release that is pulled before any phone has tried it:"
page 'pulled'
good_script
publish release "$home/www" --key "$home/bundle.key" || fail 'release 4'
check
until_true 'release 4' tells 'release 4 is downloaded'
publish pull --to 2 || fail 'the pull'
check
until_true 'the pull' tells 'release 4 waits no more: pulled'
state_has '"pending"' && fail 'release 4 still waits'
say "  Release 4 was downloaded; the channel is pulled back, and the phone lets it go."

say "" "An urgent release:"
page 'urgent'
publish release "$home/www" --key "$home/bundle.key" --urgent || fail 'release 5'
check
until_true 'the page to apply it' tells 'showing 5 on trial'
until_true 'release 5 to be ready' tells 'release 5 is ready and is current now'
say "  The page on screen hears of release 5, asks to apply it, and it is current without another start."

say "" "Going back, by going forward:"
publish release --again 2222222 --key "$home/bundle.key" || fail 'release 6'
check
until_true 'release 6' tells 'release 6 is downloaded'
stop
start
until_true 'release 6 to be ready' tells 'release 6 is ready and is current now'
say "  The files of release 2 are put up again as release 6; phones take it as any newer one."

say "" "A newer app from the store, while a release waits:"
page 'the page of the second app'
publish release "$home/www" --key "$home/bundle.key" || fail 'release 7'
check
until_true 'release 7' tells 'release 7 is downloaded'
stop
publish build "$home/www" --draft "$home/app2" || fail 'the second bundle'
"$trueseal" bundle sign --draft "$home/app2" --key "$home/bundle.key" >/dev/null || fail 'signing'
publish release --draft "$home/app2" --no-point || fail 'putting up the second bundle'
app=app2
start
until_true 'release 8' tells 'built-in release 8 is installed'
until_true 'release 8 on screen' state_has '"isTrial":false,"seq":8,'
tells 'release 7 waits no more' || fail 'release 7 still waits'
say "  It brings release 8: shown at once, and what waited below it is let go."
stop

publish verify || fail 'the releases do not verify'
"$trueseal" bundle inspect "$home/phone" >"$home/phone.txt" || fail 'inspect'
for line in 'current	8' 'pending	-' 'trial	-' 'bad	3'; do
  grep -qx -- "$line" "$home/phone.txt" || fail "the phone does not say: $line"
done
say "" "What the phone remembers:"
sed -n '/^file/q; s/^/  /p' "$home/phone.txt"
say "" "Nothing unsigned, unfinished or known to be bad was shown, and the phone always had something to show."
