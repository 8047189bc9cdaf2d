#!/bin/sh
# Builds the tool that checks the house and lays it in .out/bin; quick when nothing changed.
set -eu
cd "$(dirname "$0")/../.."
. Tools/Scripts/swift-flags.sh

# shellcheck disable=SC2086  # The flags are meant to be split.
swift build --package-path Tools/House --product house $swift_flags
mkdir -p .out/bin
cp -f Tools/House/.build/debug/house .out/bin/house.new
mv -f .out/bin/house.new .out/bin/house
