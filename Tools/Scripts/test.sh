#!/bin/sh
# Runs every test and check of the house; the last line counts them.
#
# One stage's failure does not stop the others; only a machine that cannot build does.
set -u
cd "$(dirname "$0")/../.." || exit 1
. Tools/Scripts/swift-flags.sh
unset MAKEFLAGS MFLAGS MAKELEVEL

began=$(date +%s)
rm -rf .out/log .out/tally .out/detail .out/taken
mkdir -p .out/log .out/tally .out/detail .out/taken
workers=''
trap 'stop' INT TERM HUP

# Ends what is running; every stage removes what it started when it is told to end.
stop() {
  # shellcheck disable=SC2086  # Process ids.
  if [ -n "$workers" ]; then kill -TERM $workers 2>/dev/null; fi
  wait
  exit 130
}

# Takes the next package nobody has taken, until there is none; several run side by side.
work() {
  current=''
  trap 'kill -TERM "$current" 2>/dev/null; wait; exit 130' TERM
  for folder in $packages; do
    if mkdir ".out/taken/$(basename "$folder")" 2>/dev/null; then
      Tools/Scripts/package.sh "$folder" &
      current=$!
      wait "$current"
    fi
  done
}

# Prints what failed and the counts of `expected` stages; the exit status says whether all passed.
finish() {
  passed=0 failed=0 skipped=0
  for stage in $expected; do
    if ! read -r more_passed more_failed more_skipped 2>/dev/null <".out/tally/$stage"; then
      echo "the stage ended without counting" >>".out/detail/$stage"
      more_passed=0 more_failed=1 more_skipped=0
    fi
    passed=$((passed + more_passed))
    failed=$((failed + more_failed))
    skipped=$((skipped + more_skipped))
    if [ "$more_failed" -gt 0 ]; then
      printf '\n--- %s (.out/log/%s)\n' "$stage" "$stage"
      head -n 60 ".out/detail/$stage" 2>/dev/null
    fi
  done
  seconds=$(($(date +%s) - began))
  printf '%-18s %5s min\n' 'in all' "$(awk -v s="$seconds" 'BEGIN { printf "%.1f", s / 60 }')"
  line="$passed passed, $failed failed"
  if [ "$skipped" -gt 0 ]; then line="$line, $skipped skipped"; fi
  echo "$line"
  if [ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]; then exit 0; fi
  exit 1
}

# Longest first, so that no long one is left to run alone at the end.
by_size() {
  for manifest in "$@"; do
    folder=${manifest%/Package.swift}
    if [ -f "$manifest" ]; then
      lines=$(find "$folder" -name .build -prune -o -name '*.swift' -print | xargs cat | wc -l)
      packages=$(grep -c 'package(path:' "$manifest")
      echo "$((lines + 3000 * packages)) $folder"
    fi
  done | sort -rn | cut -d ' ' -f 2
}

# How many random schedules of membership changes, and of session resets, must end well.
schedules=5000
if [ -n "${TRUESEAL_LONG:-}" ]; then schedules=25000; fi

names() { for folder in "$@"; do basename "$folder"; done; }

expected=setup
Tools/Scripts/check.sh setup Tools/Scripts/setup.sh || finish
if [ -n "${CI:-}" ]; then
  expected="$expected setup-peers"
  Tools/Scripts/check.sh setup-peers Tools/Scripts/setup-peers.sh
fi
expected="$expected house-tool"
Tools/Scripts/check.sh house-tool Tools/Scripts/house.sh || finish

packages=$(by_size Packages/*/Package.swift Apps/*/Package.swift Tools/*/Package.swift)
together=$(by_size Tests/*/Package.swift)
adopters=$(by_size Tests/Adoption/*/Package.swift)
# shellcheck disable=SC2086  # Lists of names without spaces.
expected="$expected $(names $packages) $(names $together) $(names $adopters) simulate simulate-reset"
expected="$expected readmes tidy graph rules mutants lint"

while [ "$(echo "$workers" | wc -w)" -lt "$at_once" ]; do
  work &
  workers="$workers $!"
done
wait
workers=''
for folder in $together; do Tools/Scripts/package.sh "$folder"; done
for folder in $adopters; do
  Tools/Scripts/check.sh "$(basename "$folder")" Tools/Scripts/adopt.sh "$folder"
done
Tools/Scripts/check.sh simulate Tools/Scripts/simulate.sh --runs "$schedules"
Tools/Scripts/check.sh simulate-reset Tools/Scripts/simulate-reset.sh --runs "$schedules"
Tools/Scripts/check.sh readmes Tools/Scripts/readmes.sh
Tools/Scripts/check.sh tidy .out/bin/house tidy
Tools/Scripts/check.sh graph .out/bin/house graph
Tools/Scripts/check.sh rules .out/bin/house rules --quiet
Tools/Scripts/check.sh mutants Tools/Scripts/mutants.sh --check
Tools/Scripts/check.sh lint Tools/Scripts/lint.sh
finish
