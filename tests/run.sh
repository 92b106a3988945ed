#!/usr/bin/env bash
# Installs what is missing, builds a release and runs every test:  tests/run.sh [CTEST OPTIONS]
# Tests labelled slow are left out; run them with: tests/run.sh -L slow
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../jobs/setup.sh"

set_up tests -DICSWEEP_TESTS=ON -DICSWEEP_TEST_PROGRAMS=REQUIRED || exit 2
selection=(-LE slow)
for option in "$@"; do case $option in -L | -R | -LE) selection=() ;; esac; done
exec ctest --test-dir "$build" -j $((2 * $(cores))) --output-on-failure "${selection[@]}" "$@"
