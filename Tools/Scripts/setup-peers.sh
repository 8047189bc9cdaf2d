#!/bin/sh
# usage: setup-peers.sh [--browser] - makes .venv, with the Python packages that only the peer tests need,
# and with --browser installs what only demo-update needs; quick when all is there.
set -eu
cd "$(dirname "$0")/../.."

missing=''
if [ "${1:-}" = --browser ]; then
  for tool in chromium curl python3; do
    if ! command -v "$tool" >/dev/null 2>&1; then missing="$missing $tool"; fi
  done
fi
if [ -n "$missing" ]; then
  if command -v apt-get >/dev/null 2>&1; then
    # shellcheck disable=SC2086  # The list is meant to be split.
    Tools/Scripts/apt-install.sh $missing
  else
    echo "setup-peers: demo-update needs$missing" >&2
  fi
fi

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
  .venv/bin/python3 -c 'import nacl.bindings, cryptography, noise.connection, doubleratchet, x3dh, vodozemac'; } >"$log" 2>&1; then
  tail -n 15 "$log" >&2
  echo 'setup-peers: the Python packages could not be installed' >&2
  exit 1
fi
cp "$wanted" .venv/peers.txt
