#!/usr/bin/env bash
# The report opens in Chromium without an error or a network request. It sorts, filters and draws the values that
# `icsweep query` computes, also by keyboard alone. Texts of a store stay texts. It works with stores that are empty or
# being written.
. "$(dirname "$0")/common.sh"
scripts=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
[ -n "${BROWSER_PYTHON:-}" ] || skip "Chromium, its driver or python3-selenium is missing"

sweep s.toml "[1, 2, 3]" 12 3
sed -i 's/^epochs.*/&\nlearning_rate = [5e-3, 1e3]/' s.toml
"$ICSWEEP" run s.toml -o good.h5 2>run.log || fail "the run: $(cat run.log)"
[ "$(count good.h5 diverged)" -gt 0 ] || fail "no experiment diverged"
"$ICSWEEP" report good.h5 >out.txt || fail "report fails"
grep -q '^good.html written' out.txt || fail "the report is not in good.html: $(cat out.txt)"
[ "$(stat -c %s good.html)" -lt 3000000 ] || fail "good.html is $(stat -c %s good.html) bytes"
"$ICSWEEP" report good.h5 --rows 15 -o some.html >/dev/null || fail "a report of 15 rows fails"
"$ICSWEEP" report good.h5 --rows 0 2>error.txt
[ $? = 2 ] && grep -q 'report: --rows 0: use at least 1' error.txt || fail "--rows 0 is not refused: $(cat error.txt)"
query good.h5 "SELECT depth, avg(test_mse) AS mean, ci95(test_mse) AS ci95, count(test_mse) AS n FROM augmented_all
               WHERE status = 'done' AND learning_rate = 0.005 GROUP BY depth" >means.csv
"$ICSWEEP" importance good.h5 augmented test_mse --json >importance.json || fail "importance fails"

"${HOSTILE_STORE:?}" $'odd <b>&amp;"\xff.h5' || fail "the hostile store cannot be made"
"$ICSWEEP" report $'odd <b>&amp;"\xff.h5' -o hostile.html >/dev/null || fail "the report of the hostile store fails"
"$HOSTILE_STORE" empty.h5 empty || fail "the empty store cannot be made"
"$ICSWEEP" report empty.h5 >/dev/null || fail "the report of an empty store fails"

"${ODD_STORE:?}" "it's odd.h5" || fail "the odd store cannot be made"
"$ICSWEEP" report "it's odd.h5" -o odd.html >/dev/null || fail "the report of the odd store fails"
sweep lengths.toml "[1]" "[100, 150]" 2
"$ICSWEEP" run lengths.toml -o lengths.h5 2>run.log || fail "the run: $(cat run.log)"
"$ICSWEEP" report lengths.h5 >/dev/null || fail "the report of curves of two lengths fails"

sweep long.toml "[1]" "$(epochs_of 60)" 1
"$ICSWEEP" run long.toml -o running.h5 2>run.log &
launch=$!
await "a store" test -e running.h5
"$ICSWEEP" report running.h5 >/dev/null
reported=$?
send TERM $launch
wait $launch
status=$?
[ $status = 75 ] || fail "the launch had ended with $status before the report"
[ $reported = 0 ] || fail "the report during a launch fails"

"$ICSWEEP" report good.h5 -o no/such/folder.html 2>error.txt
[ $? = 2 ] && [ "$(wc -l <error.txt)" = 1 ] && grep -q 'no/such/folder.html: cannot be written' error.txt || fail "an unwritable output is not reported: $(cat error.txt)"
cp good.h5 copy.html
"$ICSWEEP" report copy.html 2>error.txt
[ $? = 2 ] && cmp -s good.h5 copy.html && grep -q 'is the store itself' error.txt || fail "the store is overwritten: $(cat error.txt)"
"$ICSWEEP" report none.h5 2>error.txt
[ $? = 2 ] && grep -q 'there is no such store' error.txt || fail "a missing store is not reported: $(cat error.txt)"

checked "$BROWSER_PYTHON" "$scripts/report.py" means.csv importance.json
