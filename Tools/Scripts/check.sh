#!/bin/sh
# usage: check.sh NAME COMMAND... - runs a command as a stage that counts as one check.
set -u
cd "$(dirname "$0")/../.." || exit 1
. Tools/Scripts/stage.sh

stage_begin "$1"
shift
bounded 1800 "$@"
status=$?
if [ "$status" -eq 0 ]; then stage_end 1 0 0; fi
{
  if [ "$status" -eq 124 ]; then echo 'it took longer than 30 minutes'; fi
  tail -n 40 "$log"
} >"$detail"
stage_end 0 1 0
