#!/usr/bin/env bash
# watch.sh COMMAND...: runs a test of a build with sanitizers. A report of any process that it starts fails it, be it a rank whose output
# nobody reads or a child whose death is made good.
here=$(cd "$(dirname "$0")" && pwd)
reports=$(mktemp -d) || exit 1
common="log_path=$reports/report"
# A test may put a library of its own before the sanitizer's.
export ASAN_OPTIONS="$common:verify_asan_link_order=0:detect_stack_use_after_return=1:check_initialization_order=1:strict_string_checks=1"
export UBSAN_OPTIONS="$common:print_stacktrace=1"
export LSAN_OPTIONS="suppressions=$here/leaks.supp:print_suppressions=0"
export TSAN_OPTIONS="$common:suppressions=$here/races.supp"

"$@"
status=$?
if [ -n "$(ls -A "$reports")" ]; then
  head -n 200 "$reports"/* >&2
  status=1
fi
rm -rf "$reports"
exit $status
