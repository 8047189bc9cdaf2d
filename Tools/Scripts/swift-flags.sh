# Sourced: the flags every build of ours shares, so that no build undoes another.
cores=$(getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
at_once=$cores
if [ "$at_once" -gt 4 ]; then at_once=4; fi
jobs=$((cores / at_once))
if [ "$jobs" -lt 2 ]; then jobs=2; fi
swift_flags="-j $jobs -Xswiftc -warnings-as-errors -Xswiftc -index-ignore-system-modules"
