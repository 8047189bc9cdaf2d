#!/bin/sh
# usage: one.sh FOLDER - tests one package and shows what failed.
set -u
cd "$(dirname "$0")/../.." || exit 1

Tools/Scripts/package.sh "$1"
status=$?
cat ".out/detail/$(basename "$1")" 2>/dev/null
exit "$status"
