#!/usr/bin/env bash
# Installs missing packages, builds a release and runs the tests:  tests/run.sh [--all] [CTEST OPTIONS]
# The default builds the kernels for this machine and for any (two levels), and leaves out the tests with the label long:
# each checks again, in another way, what a test of the default checks, or checks only the form of the sources.
# --all adds these tests and the other levels. Slow tests take hours: tests/run.sh -L slow
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../jobs/setup.sh"

levels=both long=OFF selection=(-LE "slow|long")
if [ "${1:-}" = --all ]; then
  levels=all long=ON selection=(-LE slow)
  shift
fi
for option in "$@"; do case $option in -L | -R | -LE) levels=all long=ON selection=() ;; esac; done
options=(-DICSWEEP_TESTS=ON "-DICSWEEP_LEVELS=$levels" "-DICSWEEP_LONG_TESTS=$long" -DICSWEEP_TEST_PROGRAMS=REQUIRED)
run() { # RESULTS [OPTION...]
  ctest --test-dir "$build" -j $((4 * $(cores))) --output-on-failure --output-junit "$build/$1" "${@:2}"
}
early=0
rm -f "$build"/tests*.xml
if [ $# = 0 ]; then
  # The tests that start the program run while the unit tests compile in their idle time. Many of them mostly wait.
  targets=(system_programs)
  set_up tests "${options[@]}" || exit 2
  run tests-early.xml -L early "${selection[@]}" &
  nice cmake --build "$build" >>"$log" 2>&1 || { grep -E -A 5 'error|FAILED' "$log" | head -n 40 >&2; early=2; }
  run tests.xml -LE "early|${selection[1]}"
  status=$?
  wait $! || early=$?
else
  set_up tests "${options[@]}" || exit 2
  run tests.xml "${selection[@]}" "$@"
  status=$?
fi
for results in "$build"/tests*.xml; do "$here/failures.sh" "$results"; done
exit $((status > early ? status : early))
