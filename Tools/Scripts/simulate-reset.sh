#!/bin/sh
# usage: simulate-reset.sh ARGUMENTS... - builds the simulator of resets for speed and runs it.
set -eu
cd "$(dirname "$0")/../.."
. Tools/Scripts/swift-flags.sh

# shellcheck disable=SC2086  # The flags are meant to be split.
swift build --quiet --package-path Tests/ResetSimulation --product simulate-reset -c release $swift_flags
exec Tests/ResetSimulation/.build/release/simulate-reset --jobs "$cores" "$@"
