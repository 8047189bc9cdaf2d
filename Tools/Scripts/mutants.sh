#!/bin/sh
# usage: mutants.sh [--check] [BEGINNING...] - breaks the rules of membership one by one in a copy
# and looks whether the tests that are said to notice do.
#
# Each patch in Tests/Mutants is a mutant; README.md there says how one is written. With beginnings
# of names, such as M-20, only these are tried. With --check, nothing is built: every patch must
# apply, name tests that exist, and no rule may be without one.
set -u
cd "$(dirname "$0")/../.." || exit 1
. Tools/Scripts/stage.sh
. Tools/Scripts/swift-flags.sh

rules='M-12 M-16 M-17 M-20 M-21 M-24 M-31 M-34 M-35 M-42 M-43 M-44 M-45 M-47 M-52'
copied='Packages/Crypto Packages/Store Packages/Manifest Packages/Outbox Tests/Simulation'
tree=.out/mutants
build_seconds=1800 run_seconds=600

# usage: header KEY PATCH - the values of a patch's lines of this key, one a line.
header() { sed -n '/^diff /q; s/^'"$1"': //p' "$2"; }

# usage: explain PATCH WORD - says what is wrong with a patch.
explain() { printf '%-28s %s\n' "$(basename "$1" .patch)" "$2"; }

# Whether a patch says what it must, names tests that exist, and applies.
check() {
  rule=$(header rule "$1")
  case "$(basename "$1")" in
    "$rule"-*) ;;
    *) explain "$1" 'IS NOT NAMED AFTER ITS RULE' && return 1 ;;
  esac
  if [ -z "$(header broken "$1")" ] || [ -z "$(header test "$1")" ]; then
    explain "$1" 'DOES NOT SAY WHAT IS BROKEN OR WHICH TEST NOTICES' && return 1
  fi
  header test "$1" | while read -r name; do
    if ! grep -rqF "func \`$name\`" Packages/Manifest/Tests; then
      explain "$1" "NAMES NO TEST: $name" && return 1
    fi
  done || return 1
  if ! git apply --check "$1" 2>/dev/null; then explain "$1" 'DOES NOT APPLY' && return 1; fi
}

check_all() {
  status=0
  for patch in Tests/Mutants/*.patch; do check "$patch" || status=1; done
  for rule in $rules; do
    set -- Tests/Mutants/"$rule"-*.patch
    if [ ! -f "$1" ]; then echo "$rule has no mutant" && status=1; fi
  done
  return "$status"
}

# shellcheck disable=SC2086  # Folders without spaces.
files() { find $copied -name .build -prune -o -type f -print; }

# Makes the copy equal to the sources. What is equal already keeps its date, so that little is
# built again.
copy() {
  files | while read -r file; do
    if ! cmp -s "$file" "$tree/$file"; then
      mkdir -p "$tree/$(dirname "$file")" && cp "$file" "$tree/$file"
    fi
  done
  (cd "$tree" && files) | while read -r file; do
    if [ ! -f "$file" ]; then rm "$tree/$file"; fi
  done
}

# Takes what a mutant touched from the sources again.
mend() {
  sed -n 's#^+++ b/##p' "$1" | while read -r file; do cp "$file" "$tree/$file"; done
}

# Builds the copy's tests, and the simulator if a mutant asks for it.
build() {
  # No warnings as errors: what a mutant no longer uses may stay behind.
  bounded "$build_seconds" swift build --build-tests --package-path "$tree/Packages/Manifest" \
    -j "$jobs" -Xswiftc -index-ignore-system-modules || return 1
  if [ -z "$1" ]; then return 0; fi
  bounded "$build_seconds" swift build --product simulate -c release \
    --package-path "$tree/Tests/Simulation" -j "$jobs" -Xswiftc -index-ignore-system-modules
}

# Runs these tests, one name a line, and leaves what they say in $said.
run_tests() {
  filters=$(printf '%s\n' "$1" | sed 's#[][\.*^$+?(){}|]#\\&#g' | paste -s -d '|' -)
  said=$stage_tmp/said
  whole=$log
  log=$said
  rm -f "$said"
  bounded "$run_seconds" swift test --skip-build --disable-xctest \
    --package-path "$tree/Packages/Manifest" --filter "$filters"
  stage_sweep
  log=$whole
  cat "$said" >>"$log"
}

# usage: tests_that passed|failed NAMES - those of the tests that did, one a line.
tests_that() {
  printf '%s\n' "$2" | while read -r name; do
    if grep -F " Test \"$name\" " "$said" | grep -q " $1 after "; then echo "$name"; fi
  done
}

# usage: failures ARGUMENTS - how many of the simulator's runs failed; nothing if it did not end.
failures() {
  said=$stage_tmp/said
  rm -f "$said"
  whole=$log
  log=$said
  # shellcheck disable=SC2086  # The arguments are meant to be split.
  bounded "$run_seconds" "$tree/Tests/Simulation/.build/release/simulate" \
    --jobs "$cores" --stories 0 $1
  log=$whole
  cat "$said" >>"$log"
  sed -n 's/^[0-9]* runs, \([0-9]*\) failed,.*/\1/p' "$said"
}

# Whether all that is named notices nothing while nothing is broken.
try_unbroken() {
  names=$(for patch in $patches; do header test "$patch"; done | sort -u)
  runs=$(for patch in $patches; do header simulate "$patch"; done | sort -u)
  if ! build "$runs"; then echo "the unbroken copy does not build; see $log" && return 1; fi
  run_tests "$names"
  passed=$(tests_that passed "$names")
  if [ "$passed" != "$names" ]; then
    echo "unbroken, not all named tests pass; see $log" && return 1
  fi
  while read -r run; do
    if [ -n "$run" ] && [ "$(failures "$run")" != 0 ]; then
      echo "unbroken, the simulator fails with $run; see $log" && return 1
    fi
  done <<END
$runs
END
}

# Breaks one rule, and says who noticed.
try() {
  names=$(header test "$1")
  runs=$(header simulate "$1")
  log=.out/log/mutant/$(basename "$1" .patch)
  rm -f "$log"
  if ! git apply --directory="$tree" "$1" >>"$log" 2>&1; then
    explain "$1" 'DOES NOT APPLY' && return 1
  fi
  if ! build "$runs"; then explain "$1" "DOES NOT BUILD; see $log" && return 1; fi
  run_tests "$names"
  if ! grep -q 'Test run with .* failed after' "$said"; then
    explain "$1" "NOT NOTICED, or the tests did not end; see $log" && return 1
  fi
  if [ "$(tests_that failed "$names")" != "$names" ]; then
    explain "$1" "NOT NOTICED by all tests named; see $log" && return 1
  fi
  explain "$1" "noticed by $(printf '%s\n' "$names" | paste -s -d ';' - | sed 's/;/; /g')"
  while read -r run; do
    if [ -z "$run" ]; then continue; fi
    failed=$(failures "$run")
    if [ "${failed:-0}" -eq 0 ]; then
      explain "$1" "NOT NOTICED by simulate $run; see $log" && return 1
    fi
    printf '%-28s and by simulate %s: %s failed\n' '' "$run" "$failed"
  done <<END
$runs
END
}

if [ "${1:-}" = --check ]; then
  check_all || exit 1
  set -- Tests/Mutants/*.patch
  echo "$# mutants apply"
  exit 0
fi

patches=''
if [ "$#" -eq 0 ]; then set -- M-; fi
for beginning in "$@"; do patches="$patches $(ls Tests/Mutants/"$beginning"*.patch)" || exit 1; done
for patch in $patches; do check "$patch" || exit 1; done

stage_begin mutants
mkdir -p "$tree" .out/log/mutant
copy
try_unbroken || exit 1
count=0 noticed=0
for patch in $patches; do
  count=$((count + 1))
  if try "$patch"; then noticed=$((noticed + 1)); fi
  mend "$patch"
done
echo "$count mutants, $noticed noticed"
[ "$count" -eq "$noticed" ]
