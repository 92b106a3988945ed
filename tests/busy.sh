#!/usr/bin/env bash
# Runs the default tests three times beside four busy loops and a process that syncs files of 8 MB:  tests/busy.sh [RUNS]
# No test may depend on how busy the machine is. Ends with 1 after the first run with a failure.
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../jobs/setup.sh"
. "$here/suite.sh"

# shellcheck disable=SC2119  # without options: the default
choose_tests
set_up tests -DICSWEEP_TEST_PROGRAMS=REQUIRED "${build_options[@]}" || exit 2
folder=$(mktemp -d)
disturbers=()
trap 'kill "${disturbers[@]}" 2>/dev/null; wait "${disturbers[@]}" 2>/dev/null; rm -rf "$folder"' EXIT
for _ in 1 2 3 4; do
  while :; do :; done &
  disturbers+=($!)
done
while dd if=/dev/zero of="$folder/synced" bs=1M count=8 conv=fsync status=none; do :; done &
disturbers+=($!)

for run in $(seq "${1:-3}"); do
  results=$build/tests-busy$run.xml
  SECONDS=0
  ctest --test-dir "$build" -j $((4 * $(cores))) --output-on-failure --output-junit "$results" "${selection[@]}"
  status=$?
  "$here/failures.sh" "$results"
  say "run $run of ${1:-3}: status $status after $SECONDS s, load $(cut -d ' ' -f 1 /proc/loadavg)"
  for disturber in "${disturbers[@]}"; do kill -0 "$disturber" || { say "a disturbance has ended"; exit 2; }; done
  [ $status = 0 ] || exit 1
done
