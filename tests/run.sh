#!/usr/bin/env bash
# Installs missing packages, builds a release and runs the tests:  tests/run.sh [--all] [CTEST OPTIONS]
# The default leaves out the tests with the label long: each checks again, in another way, what a test of the default
# checks, or checks only the form of the sources. --all adds these tests and the other levels of the kernels. Slow tests
# take hours: tests/run.sh -L slow
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../jobs/setup.sh"
. "$here/suite.sh"

choose_tests "$@"
if [ "${1:-}" = --all ]; then shift; fi
run() { # RESULTS [OPTION...]
  ctest --test-dir "$build" -j $((4 * $(cores))) --output-on-failure --output-junit "$build/$1" "${@:2}"
}
early=0
rm -f "$build"/tests*.xml
if [ $# = 0 ]; then
  # The tests that start the program run while the unit tests compile in their idle time. Many of them mostly wait.
  targets=(system_programs)
  set_up tests -DICSWEEP_TEST_PROGRAMS=REQUIRED "${build_options[@]}" || exit 2
  run tests-early.xml -L early "${selection[@]}" &
  nice cmake --build "$build" >>"$log" 2>&1 || { grep -E -A 5 'error|FAILED' "$log" | head -n 40 >&2; early=2; }
  run tests.xml -LE "early|$left_out"
  status=$?
  wait $! || early=$?
else
  set_up tests -DICSWEEP_TEST_PROGRAMS=REQUIRED "${build_options[@]}" || exit 2
  run tests.xml "${selection[@]}"
  status=$?
fi
for results in "$build"/tests*.xml; do "$here/failures.sh" "$results"; done
exit $((status > early ? status : early))
