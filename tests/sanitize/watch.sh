#!/usr/bin/env bash
# watch.sh COMMAND...: runs a test of a build with sanitizers. The test fails on a report of any process that it starts, even of a rank
# whose output nobody reads, or of a child that is started again after its death.
reports=$(mktemp -d) || exit 1
common="log_path=$reports/report"
# Open MPI leaks 120 kB in every process, from plugins that it then unloads, so that no suppression can name them: scripts, which start
# ranks, run without the leak check. A test may preload a library before the sanitizer's.
leaks=1
[[ $1 == *.sh ]] && leaks=0
export ASAN_OPTIONS="$common:detect_leaks=$leaks:handle_abort=1:verify_asan_link_order=0"
ASAN_OPTIONS+=":detect_stack_use_after_return=1:check_initialization_order=1:strict_string_checks=1"
# Beside the address sanitizer, GCC's library for undefined behaviour writes to stderr whatever its log_path is; the address sanitizer then
# reports the abort into the file.
export UBSAN_OPTIONS="$common:print_stacktrace=1:abort_on_error=1"
export TSAN_OPTIONS="$common:die_after_fork=0"  # a test's child has threads of its own
# Open MPI's crash handler is not safe inside a signal.
export OMPI_MCA_opal_signal=

"$@"
status=$?
if [ -n "$(ls -A "$reports")" ]; then
  head -n 200 "$reports"/* >&2
  status=1
fi
rm -rf "$reports"
exit $status
