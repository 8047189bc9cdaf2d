#!/bin/sh
# usage: package.sh FOLDER - builds one package and runs its tests in a build folder of its own.
set -u
cd "$(dirname "$0")/../.." || exit 1
. Tools/Scripts/stage.sh
. Tools/Scripts/swift-flags.sh

folder=$1
build_seconds=1800
test_seconds=1200
if [ -n "${TRUESEAL_LONG:-}" ]; then test_seconds=14400; fi

stage_begin "$(basename "$folder")"
events=$stage_tmp/events

# shellcheck disable=SC2086  # The flags are meant to be split.
bounded "$build_seconds" swift build --build-tests --package-path "$folder" $swift_flags
case $? in
  0) ;;
  124) stage_failed "the build took longer than $((build_seconds / 60)) minutes" ;;
  *) stage_failed 'the build failed' ;;
esac
# A tool without tests, such as the benchmarks, has been checked by building it.
if [ ! -d "$folder/Tests" ] && [ "${folder%/*}" = Tools ]; then stage_end 1 0 0; fi

bounded "$test_seconds" swift test --skip-build --disable-xctest --package-path "$folder" \
  --event-stream-output-path "$events"
status=$?
if [ "$status" -eq 124 ]; then
  echo "the tests took longer than $((test_seconds / 60)) minutes" >>"$detail"
fi
counts=$(HOUSE_ROOT=$PWD .out/bin/house tally "$folder" "$events" "$status" 2>>"$detail")
if [ $? -gt 1 ]; then stage_failed 'the run could not be counted'; fi
if grep -q 'closing line' "$detail"; then
  {
    echo "the log, $log, says"
    if grep -q 'Fatal error' "$log"; then
      grep -m 1 -A 15 'Fatal error' "$log"
    else
      tail -n 15 "$log"
    fi
  } >>"$detail"
fi
# shellcheck disable=SC2086  # Three numbers.
stage_end $counts
