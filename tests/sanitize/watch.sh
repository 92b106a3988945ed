#!/usr/bin/env bash
# watch.sh COMMAND...: runs a test of a build with sanitizers. The test fails if any process that it starts has a
# sanitizer report, even if the test does not read that process's output or restarts it after its death.
reports=$(mktemp -d) || exit 1
common="log_path=$reports/report"
# Scripts start ranks, so they run without the leak check: Open MPI leaks 120 kB in every process. The leaks come from
# plugins that it unloads, so no suppression can name them. verify_asan_link_order=0: a test may preload a library
# before the sanitizer's.
leaks=1
[[ $1 == *.sh ]] && leaks=0
export ASAN_OPTIONS="$common:detect_leaks=$leaks:handle_abort=1:verify_asan_link_order=0"
ASAN_OPTIONS+=":detect_stack_use_after_return=1:check_initialization_order=1:strict_string_checks=1"
# Beside the address sanitizer, GCC's library for undefined behaviour ignores log_path and writes to stderr. The address
# sanitizer then reports the abort in the file.
export UBSAN_OPTIONS="$common:print_stacktrace=1:abort_on_error=1"
# die_after_fork=0: the child of a test starts its own threads.
here=$(cd "$(dirname "$0")" && pwd)
export TSAN_OPTIONS="$common:die_after_fork=0:suppressions=$here/thread.txt"
# Disables Open MPI's crash handler, which is not safe inside a signal.
export OMPI_MCA_opal_signal=

"$@"
status=$?
if [ -n "$(ls -A "$reports")" ]; then
  head -n 200 "$reports"/* >&2
  status=1
fi
rm -rf "$reports"
exit $status
