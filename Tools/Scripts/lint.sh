#!/bin/sh
# usage: lint.sh [--fix] - refuses unformatted or undocumented Swift, or formats it.
set -eu
cd "$(dirname "$0")/../.."

folders=''
for folder in Packages Apps Tools Tests; do
  if [ -d "$folder" ]; then folders="$folders $folder"; fi
done
# shellcheck disable=SC2086  # The list is meant to be split.
if [ "${1:-}" = --fix ]; then
  swift format format --in-place --recursive --parallel $folders
else
  swift format lint --strict --recursive --parallel $folders
fi
