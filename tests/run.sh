#!/usr/bin/env bash
# Installs missing packages, builds a release and runs the tests:  tests/run.sh [CTEST OPTIONS]
# Slow tests are left out. To run them: tests/run.sh -L slow
set -u
here=$(cd "$(dirname "$0")" && pwd)
. "$here/../jobs/setup.sh"

set_up tests -DICSWEEP_TESTS=ON -DICSWEEP_LEVELS=all -DICSWEEP_TEST_PROGRAMS=REQUIRED || exit 2
selection=(-LE slow)
for option in "$@"; do case $option in -L | -R | -LE) selection=() ;; esac; done
ctest --test-dir "$build" -j $((4 * $(cores))) --output-on-failure --output-junit "$build/tests.xml" "${selection[@]}" "$@"
status=$?
# Prints one line per failed test with the last line of its output, and one line with the skipped tests and their
# reasons. Some tests need root, others need a program that is not installed.
awk '/<testcase / { match($0, /name="[^"]*"/); name = substr($0, RSTART + 6, RLENGTH - 7); failed = /status="fail"/; skipped = /status="notrun"/; said = "" }
     failed && /<\/testcase>/ { print "Failed: " name " (" said ")"; failed = 0 }
     failed { sub(/.*<system-out>/, ""); sub(/<\/.*/, ""); if (/[^ \t]/ && !/^[ \t]*</) said = $0 }
     /skipped: / && skipped { sub(/.*skipped: /, ""); sub(/<.*/, ""); list = list (list ? "; " : "") name " (" $0 ")"; skipped = 0 }
     END { if (list) print "Skipped: " list }' "$build/tests.xml"
exit $status
