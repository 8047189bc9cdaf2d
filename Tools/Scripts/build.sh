#!/bin/sh
# usage: build.sh debug|release - builds the two programs.
set -eu
cd "$(dirname "$0")/../.."
. Tools/Scripts/swift-flags.sh

# An installed program brings the Swift runtime along; on macOS the system has it.
alone=''
if [ "$1" = release ] && [ "$(uname -s)" = Linux ]; then alone='--static-swift-stdlib'; fi
for program in trueseal-cli/trueseal relay-mock/relay-mock; do
  echo "building ${program#*/}"
  # shellcheck disable=SC2086  # The flags are meant to be split.
  swift build --quiet --package-path "Apps/${program%/*}" --product "${program#*/}" \
    -c "$1" $alone $swift_flags
done
