#!/bin/sh
# usage: apt-install.sh PACKAGE... - installs Debian packages, or says how and fails.
set -eu

if [ "$(id -u)" -eq 0 ]; then
  as_root=''
elif command -v sudo >/dev/null 2>&1 && sudo -n true 2>/dev/null; then
  as_root='sudo -n'
else
  echo 'setup: packages are missing and may not be installed from here; run this, then try again:' >&2
  echo "    sudo apt-get update && sudo apt-get install -y $*" >&2
  exit 1
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "setup: installing $*"
apt() { $as_root env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 "$@"; }
if ! { apt update && apt install -y --no-install-recommends "$@"; } >"$log" 2>&1; then
  tail -n 15 "$log" >&2
  echo "setup: apt-get could not install $*" >&2
  exit 1
fi
