#!/bin/sh
# Makes .venv, with the Python packages that only the peer tests need; quick when it is there.
set -eu
cd "$(dirname "$0")/../.."

wanted=Tools/Scripts/peers.txt
if [ -x .venv/bin/python3 ] && cmp -s "$wanted" .venv/peers.txt; then exit 0; fi

if ! python3 -c 'import ensurepip, venv' >/dev/null 2>&1; then
  if ! command -v apt-get >/dev/null 2>&1; then
    echo 'setup-peers: a python3 with the modules venv and ensurepip is needed' >&2
    exit 1
  fi
  Tools/Scripts/apt-install.sh python3-venv
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo 'setup-peers: installing the Python packages of the peer tests'
rm -rf .venv
if ! { python3 -m venv .venv &&
  .venv/bin/python3 -m pip install --disable-pip-version-check -r "$wanted" &&
  .venv/bin/python3 -c 'import nacl.bindings, cryptography, noise.connection'; } >"$log" 2>&1; then
  tail -n 15 "$log" >&2
  echo 'setup-peers: the Python packages could not be installed' >&2
  exit 1
fi
cp "$wanted" .venv/peers.txt
