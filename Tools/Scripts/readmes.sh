#!/bin/sh
# Builds the programs that the READMEs show, as they stand there.
set -eu
cd "$(dirname "$0")/../.."
. Tools/Scripts/swift-flags.sh

rm -rf .out/readmes/Package.swift .out/readmes/Sources
HOUSE_ROOT=$PWD .out/bin/house programs .out/readmes
swift build --quiet --package-path .out/readmes -j "$jobs"
echo 'the programs of the READMEs compile'
