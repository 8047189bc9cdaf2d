#!/bin/sh
# usage: adopt.sh FOLDER - builds a stranger's package that uses one package of ours, and runs it.
#
# The program must print what expected.txt says, and the build must not have made any module of
# ours that modules.txt does not list.
set -eu
cd "$(dirname "$0")/../.."
. Tools/Scripts/swift-flags.sh

folder=$1
name=$(basename "$folder")
swift build --quiet --package-path "$folder" -j "$jobs"
"$folder/.build/debug/$name" >".out/$name.printed"
diff "$folder/expected.txt" ".out/$name.printed"
(cd "$folder/.build/debug/Modules" && ls -d TrueSeal*.swiftmodule) |
  sed 's/\.swiftmodule$//' | sort >".out/$name.modules"
diff "$folder/modules.txt" ".out/$name.modules"
rm -f ".out/$name.printed" ".out/$name.modules"
echo "$name prints what it should and builds nothing else"
