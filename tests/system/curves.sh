#!/usr/bin/env bash
# Curves of experiments that have not ended: running, stopped or killed, in this process or their own, in queries and
# in the report. Also checks the fields by which status reports the end of a launch (docs/reference/status.md).
fields_page=$(cd "$(dirname "$0")/../.." && pwd)/docs/reference/status.md
. "$(dirname "$0")/common.sh"
losses() { query "$1" "SELECT count(*) FROM ${2:-augmented_all_loss}" | tail -n 1 | tr -d '\r'; }
shows() { [ "$(losses "$1" 2>/dev/null || echo 0)" -gt "$2" ] 2>/dev/null; }
number() { grep -o "\"$2\":[0-9.]*" "$1" | tail -n 1 | cut -d : -f 2; }

sweep s.toml "[2]" "$(epochs_of 5)" 2
"$ICSWEEP" run s.toml -o s.h5 --checkpoint-every 0.2 2>run.log &
launch=$!
await "a curve while it runs" shows s.h5 2
[ "$(losses s.h5 augmented_loss 2>/dev/null)" = 0 ] || fail "the view of finished experiments has a running one"
[ "$(query s.h5 "SELECT count(test_mse), count(train_mse) FROM augmented_all" | tail -n 1 | tr -d '\r')" = 0,0 ] || fail "a running experiment has results"
"$ICSWEEP" status s.h5 --json >running.json || fail "status --json of a running launch fails"
"$ICSWEEP" status s.h5 --watch --json >watch.json &
watch=$!
await "losses in flight" grep -q '"losses":\[[0-9]' watch.json
send INT $launch
wait $launch
[ $? = 75 ] || fail "the stopped launch: $(cat run.log)"
wait $watch || fail "status --watch --json: $(cat watch.json)"
tail -n 1 run.log | grep -q '^s.h5: 2 experiments: 0 done, 2 left, 1 of them saved at [1-9][0-9]* %: run the same command to resume$' || fail "$(cat run.log)"
tail -n 2 run.log | head -n 1 | grep -q '^0/2 done  [1-9][0-9]*%  1 of them saved at' || fail "$(cat run.log)"
"$ICSWEEP" status s.h5 --json >stopped.json || fail "status --json of a stopped launch fails"
"$ICSWEEP" status s.h5 --watch --json >ended.json || fail "status --watch --json of a stopped launch fails"
cmp stopped.json ended.json || fail "status and watch differ: $(cat stopped.json ended.json)"
"$ICSWEEP" status s.h5 >status.txt
grep -q "[1-9][0-9]*% of the predicted work is done; 2 of 2 left, 1 of them saved at [1-9][0-9]* %: run the same" status.txt || fail "$(cat status.txt)"
fields=$(sed -n '/^| field | meaning/,/^$/p' "$fields_page" | cut -d '|' -f 2 | grep -o '`[a-z_]*`' | tr -d '`')
[ "$(echo "$fields" | wc -l)" -ge 20 ] || fail "docs/reference/status.md has other fields: $fields"
for file in running.json watch.json stopped.json; do
  for field in $fields; do grep -q "[{,]\"$field\":" $file || fail "$file lacks $field: $(cat $file)"; done
done
[ "$(number stopped.json saved)" = 1 ] && [ "$(number stopped.json ended)" = 0 ] && grep -q '"ending":"stopped"' stopped.json || fail "$(cat stopped.json)"
awk -v s="$(number stopped.json share)" -v a="$(number stopped.json saved_share)" 'BEGIN { exit !(s > 0 && a > 0 && (2 * s - a) ^ 2 < 1e-6) }' ||
  fail "the shares are wrong: $(cat stopped.json)"

# The curve is that of the checkpoint. Queries do not count the row; the report draws it.
at=$(losses s.h5)
"$ICSWEEP" verify s.h5 >verify.txt 2>&1 || fail "$(cat verify.txt)"
"$ICSWEEP" report s.h5 >/dev/null || fail "report fails"
grep -q '"curved":1,' s.html || fail "the report has no curve"

# The launch is killed. The next one runs each experiment in its own process, and the rank writes its curve.
"$ICSWEEP" run s.toml -o s.h5 --checkpoint-every 0.2 2>run.log &
launch=$!
await "more of the curve" shows s.h5 "$at"
kill_child $launch
"$ICSWEEP" status s.h5 --json | grep -q '"ending":"killed"' || fail "the launch was not killed: $("$ICSWEEP" status s.h5 --json)"
at=$(losses s.h5)
"$ICSWEEP" run s.toml -o s.h5 --checkpoint-every 0.2 2>run.log &
launch=$!
await "more of the curve, from another process" shows s.h5 "$at"
send USR1 $launch
wait $launch
[ $? = 75 ] && grep -q 'in a process of its own' run.log || fail "$(cat run.log)"
"$ICSWEEP" run s.toml -o s.h5 2>run.log || fail "$(cat run.log)"
"$ICSWEEP" run s.toml -o whole.h5 2>run.log || fail "$(cat run.log)"
[ "$(digests s.h5)" = "$(digests whole.h5)" ] || fail "other results: $(digests s.h5) $(digests whole.h5)"
"$ICSWEEP" verify s.h5 >verify.txt 2>&1 || fail "$(cat verify.txt)"
echo "curves of running, stopped and killed experiments are right, and the fields are the same"
