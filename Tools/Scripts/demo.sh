#!/bin/sh
# Three devices and a relay as real processes: pairs them, sends both ways, kills one in the middle of a
# send and one in the middle of a handler, and tells what arrived where. Fails when anything is missing.
#
#     demo.sh [debug|release]
set -u
cd "$(dirname "$0")/../.." || exit 1

kind=${1:-debug}
Tools/Scripts/build.sh "$kind" >&2 || exit 1
trueseal=$PWD/Apps/trueseal-cli/.build/$kind/trueseal
relay_mock=$PWD/Apps/relay-mock/.build/$kind/relay-mock
# A program that is killed on purpose needs no report.
export SWIFT_BACKTRACE=enable=no

home=$(mktemp -d "${TMPDIR:-/tmp}/trueseal-demo.XXXXXX") || exit 1
running=''
trap 'end' EXIT
trap 'exit 130' INT TERM HUP

# Ends what still runs; what was stopped on the way must go on to be able to end.
end() {
  for one in $running; do kill -CONT "$one" 2>/dev/null; kill -TERM "$one" 2>/dev/null; done
  wait 2>/dev/null
  rm -rf "$home"
}

say() { printf '%s\n' "$@"; }
fail() {
  say "" "The demo failed: $*"
  for log in "$home"/*.log; do [ -s "$log" ] && { say "--- $(basename "$log")"; tail -n 5 "$log"; }; done
  exit 1
}

# Waits until a condition holds; a minute is far more than any of them takes.
until_true() {
  what=$1
  shift
  tries=0
  until "$@" 2>/dev/null; do
    tries=$((tries + 1))
    if [ "$tries" -gt 600 ]; then fail "waited a minute for $what"; fi
    sleep 0.1
  done
}

device() { ( become "$@" ) }
# For the background: the process that `$!` names is the device itself, and a kill reaches it.
become() { name=$1; shift; exec "$trueseal" --home "$home/$name" "$@" 2>>"$home/$name.log"; }
has() { grep -q -- "$2" "$home/$1" 2>/dev/null; }
counts() { [ "$(grep -c . "$home/$1" 2>/dev/null)" -ge "$2" ]; }

# Starts a device that writes down each message it handles, one line each: sender and text.
listen() {
  become "$1" listen --exec \
    "printf '%s: %s\n' \"\$TRUESEAL_SENDER_NAME\" \"\$(cat)\" >>'$home/$1.arrived'" >/dev/null &
  eval "listener_$1=$!"
  running="$running $!"
}

say "A relay starts; it will hold sealed envelopes and know no names."
"$relay_mock" --data "$home/relay" --host 127.0.0.1 --receive-port 0 --push-port 0 --health-port 0 \
  >"$home/relay.out" 2>"$home/relay.log" &
relay=$!
running="$relay"
until_true 'the relay' has relay.out '^trueseal://'
address=$(sed -n '/^trueseal:/{p;q;}' "$home/relay.out")

for name in phone tablet laptop; do
  device "$name" init --relay "$address" --name "$name" >/dev/null || fail "init of the $name"
done

for joiner in tablet laptop; do
  : >"$home/link"
  become phone pair --accept-first >"$home/link" &
  pairing=$!
  running="$running $pairing"
  until_true 'a pairing link' has link '#tsp1_'
  sed -n '/#tsp1_/{p;q;}' "$home/link" | device "$joiner" join - >/dev/null ||
    fail "the $joiner could not join"
  wait "$pairing" || fail 'pairing ended badly'
  say "The phone shows a link, the $joiner uses it, and the phone lets it in."
done
for name in phone tablet laptop; do
  knows_all() { [ "$(device "$name" members | grep -c .)" -eq 3 ]; }
  until_true "three members on the $name" knows_all
done
say "All three now print the same list of members."

listen tablet
listen laptop
device phone send 'breakfast is ready' >/dev/null || fail 'the first message'
until_true 'the first message' counts tablet.arrived 1
until_true 'the first message' counts laptop.arrived 1
device tablet send 'two minutes' >/dev/null || fail 'the answer'
until_true 'the answer' counts laptop.arrived 2
say "Messages go both ways: the phone to both others, the tablet to the laptop (and to the phone, which sleeps)."

kill -STOP "$relay"
device phone send --no-wait 'this one is on disk' >/dev/null || fail 'a message without a relay'
become phone send 'killed in the middle of this one' >/dev/null &
sending=$!
running="$running $sending"
is_queued() { device phone outbox | grep -c . | grep -qx 2; }
until_true 'the message to be on disk' is_queued
# The store has one opener: the outbox was shown by the very process that is sending.
kill -KILL "$sending"
wait "$sending" 2>/dev/null
kill -CONT "$relay"
say "The relay stalls, and the phone is killed in the middle of a send. Both its messages are on its disk."
listen phone
until_true 'both messages' counts laptop.arrived 4
until_true 'both messages' counts tablet.arrived 3
say "The phone starts again: both arrive, in order, and it hears what it had slept through."
until_true 'the answer on the phone' counts phone.arrived 1

kill -TERM "$listener_laptop"
wait "$listener_laptop" 2>/dev/null
mkfifo "$home/never"
become laptop listen --exec "echo begun >>'$home/begun'; cat '$home/never'" >/dev/null &
slow=$!
running="$running $slow"
device tablet send 'its handler died on this one' >/dev/null || fail 'the message for the slow handler'
until_true 'the handler to begin' has begun begun
kill -KILL "$slow"
wait "$slow" 2>/dev/null
# Nobody waits any more for the command the dead device had begun.
: >"$home/never"
say "The laptop is killed in the middle of its handler, so that message has not been handled."
listen laptop
until_true 'the message again' has laptop.arrived 'its handler died'
until_true 'the message on the phone' has phone.arrived 'its handler died'

say "" "What arrived where:"
status=0
expect() {
  name=$1
  printf '%s\n' "$2" >"$home/expected"
  say "  $name"
  sed 's/^/    /' "$home/$name.arrived"
  if ! cmp -s "$home/expected" "$home/$name.arrived"; then
    say "    ... but should have been:"
    sed 's/^/    /' "$home/expected"
    status=1
  fi
}
expect phone 'tablet: two minutes
tablet: its handler died on this one'
expect tablet 'phone: breakfast is ready
phone: this one is on disk
phone: killed in the middle of this one'
expect laptop 'phone: breakfast is ready
tablet: two minutes
phone: this one is on disk
phone: killed in the middle of this one
tablet: its handler died on this one'
[ "$status" -eq 0 ] || fail 'something is missing, doubled or out of order'
say "" "Nothing is missing, nothing came twice, and every sender's order was kept."
