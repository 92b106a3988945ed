#!/usr/bin/env bash
# The report of 10^5 experiments is made within seconds, and its page responds within one second. The times are printed.
# A page of some of them has the same sums, and serve shows it before its importance.
. "$(dirname "$0")/common.sh"
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ -n "${BROWSER_PYTHON:-}" ] || skip "Chromium, its driver or python3-selenium is missing"
"${LARGE_STORE:?}" s.h5 100000 || fail "the large store cannot be made"
start=$(date +%s%N)
"$ICSWEEP" report s.h5 --rows 100000 || fail "report fails"
printf '%6d ms  icsweep report\n' $((($(date +%s%N) - start) / 1000000))
[ $((($(date +%s%N) - start) / 1000000000)) -lt 20 ] || fail "the report took more than 20 s"
checked "$BROWSER_PYTHON" "$scripts/report_large.py" s.html
"$ICSWEEP" report s.h5 -o some.html || fail "report fails"
[ "$(stat -c %s some.html)" -lt 10000000 ] || fail "some.html is $(stat -c %s some.html) bytes"
checked "$BROWSER_PYTHON" "$scripts/report_sample.py" s.html some.html
"$ICSWEEP" serve s.h5 >out.txt 2>err.txt &
server=$!
await "an address" grep -q '^  http://' out.txt
checked "$BROWSER_PYTHON" "$scripts/report_early.py" "$(sed -n 's/^  \(http.*\)/\1/p' out.txt)"
send INT $server
wait $server || fail "serve ends with $?"
