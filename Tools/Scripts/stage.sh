# Sourced by the scripts that run one stage: time, logs, counts, and an end for what hangs.
#
# A stage leaves three files behind: its log in .out/log, its counts (passed, failed, skipped) in
# .out/tally, and, when it failed, what a reader must see in .out/detail.

stage_begin() {
  stage=$1
  mkdir -p .out/log .out/tally .out/detail
  log=.out/log/$stage tally=.out/tally/$stage detail=.out/detail/$stage
  rm -f "$log" "$tally" "$detail"
  stage_start=$(date +%s)
  # SwiftPM leaves folders behind; they go into one that is removed. The path stays short, since
  # tests put sockets below it.
  stage_tmp=$(mktemp -d "${TMPDIR:-/tmp}/house.XXXXXX") || exit 1
  # Some tests let another user look at a folder of theirs in here.
  chmod 755 "$stage_tmp"
  TMPDIR=$stage_tmp
  NO_COLOR=1
  export TMPDIR NO_COLOR
  child=''
  trap stage_clean EXIT
  trap 'exit 130' INT TERM HUP
}

stage_clean() {
  if [ -n "$child" ]; then kill -TERM "$child" 2>/dev/null; fi
  stage_sweep
  rm -rf "$stage_tmp"
}

# Ends what the stage started and nobody waits for any more: a test process that hangs has a
# process group of its own, so that ending `swift test` does not reach it. The name of the
# stage's own temporary folder, handed down in the environment, tells them from all others.
stage_sweep() {
  for environment in $(grep -lsF "TMPDIR=$stage_tmp" /proc/[0-9]*/environ 2>/dev/null); do
    process=${environment#/proc/}
    kill -KILL "${process%/environ}" 2>/dev/null
  done
  return 0
}

# usage: bounded SECONDS COMMAND... - runs it with its output in the log; 124 when time was up.
bounded() {
  limit=$1
  shift
  if command -v timeout >/dev/null 2>&1; then
    timeout -k 30 "$limit" "$@" >>"$log" 2>&1 </dev/null &
  else
    "$@" >>"$log" 2>&1 </dev/null &
  fi
  child=$!
  wait "$child"
  status=$?
  child=''
  return "$status"
}

minutes() { awk -v seconds="$1" 'BEGIN { printf "%.1f", seconds / 60 }'; }

# usage: stage_end PASSED FAILED SKIPPED
stage_end() {
  echo "$1 $2 $3" >"$tally"
  words="$1 passed"
  if [ "$2" -gt 0 ]; then words="$words, $2 FAILED"; fi
  if [ "$3" -gt 0 ]; then words="$words, $3 skipped"; fi
  printf '%-18s %5s min   %s\n' "$stage" "$(minutes $(($(date +%s) - stage_start)))" "$words"
  if [ "$2" -gt 0 ]; then exit 1; fi
  exit 0
}

# usage: stage_failed SENTENCE - ends a stage that could not be counted.
stage_failed() {
  {
    echo "$1; the log is $log"
    if grep -q 'error:' "$log" 2>/dev/null; then
      grep 'error:' "$log" | sort -u | head -n 20
    else
      tail -n 25 "$log" 2>/dev/null
    fi
  } >>"$detail"
  stage_end 0 1 0
}
