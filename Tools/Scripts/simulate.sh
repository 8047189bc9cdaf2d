#!/bin/sh
# usage: simulate.sh ARGUMENTS... - builds the simulator of membership for speed and runs it.
set -eu
cd "$(dirname "$0")/../.."
. Tools/Scripts/swift-flags.sh

# shellcheck disable=SC2086  # The flags are meant to be split.
swift build --quiet --package-path Tests/Simulation --product simulate -c release $swift_flags
exec Tests/Simulation/.build/release/simulate --jobs "$cores" "$@"
