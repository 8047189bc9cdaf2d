#!/bin/sh
# Makes sure that what the packages link against is installed; quick when it is.
set -eu

debian='libsodium-dev libsqlite3-dev zlib1g-dev libcurl4-openssl-dev libmicrohttpd-dev pkg-config'
homebrew='libsodium sqlite zlib curl libmicrohttpd pkgconf'

is_complete() {
  command -v pkg-config >/dev/null 2>&1 &&
    pkg-config --exists libsodium sqlite3 zlib libcurl libmicrohttpd
}

if ! command -v swift >/dev/null 2>&1; then
  echo 'setup: no `swift` in PATH; install a Swift toolchain, 6.2 or later, from swift.org' >&2
  exit 1
fi
if is_complete; then exit 0; fi

if [ "$(uname -s)" = Darwin ]; then
  echo 'setup: libraries are missing; run this, then try again:' >&2
  echo "    brew install $homebrew" >&2
  exit 1
fi
if ! command -v apt-get >/dev/null 2>&1; then
  echo 'setup: libraries are missing and this system has no apt-get;' >&2
  echo "       install what Debian calls $debian" >&2
  exit 1
fi

# shellcheck disable=SC2086  # The list is meant to be split.
if ! "$(dirname "$0")/apt-install.sh" $debian; then exit 1; fi
if ! is_complete; then
  echo 'setup: the libraries were installed, but pkg-config does not find them' >&2
  exit 1
fi
