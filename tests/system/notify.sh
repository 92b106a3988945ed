#!/usr/bin/env bash
# run --notify runs a command once each for failures, for the stop of a sweep that fails, and for the end, with JSON on
# its standard input. A command that is slow, fails or does not exist changes neither the time nor the status nor the
# results. Its text is not in the store.
. "$(dirname "$0")/common.sh"
ICSWEEP=$RUN_POISON
cat >s.toml <<'END'
[sweep]
name = "failing"
[[grid]]
task = "poison"
how = ["none", "throw"]
seed = { count = 4 }
END
events() { sed -E 's/.*"event":"([a-z]*)".*/\1/' notices.txt | sort | xargs; }
has_notices() { [ "$(wc -l <notices.txt 2>/dev/null)" -ge "$1" ]; }
ranks 2 "$ICSWEEP" run s.toml -o a.h5 --notify "cat >>$folder/notices.txt" --notify-failures 3 2>run.log
status=$?
[ $status = 1 ] || fail "status $status instead of 1: $(cat run.log)"
await "two notices" has_notices 2
[ "$(events)" = "end failures" ] || fail "the notices are wrong: $(cat notices.txt)"
grep -q '"counts":{"done":4,"failed":4},.*"ended":8,.*"ending":"with failures",.*"event":"end".*"status":1,"store":"/.*/a.h5","sweep":"failing","total":8' notices.txt || fail "the notice of the end is wrong: $(cat notices.txt)"
grep -q '"failures":\[{.*"message":"thrown"' notices.txt || fail "the notice names no failure: $(cat notices.txt)"
grep -q notices.txt a.h5 && fail "the store contains the command"
"$ICSWEEP" status a.h5 | grep -q 'planned by: .*run s.toml -o a.h5 --notify-failures 3$' || fail "$("$ICSWEEP" status a.h5)"

rm notices.txt
sed -i 's/how = .*/how = "throw"/; s/4/9/' s.toml
"$ICSWEEP" run s.toml -o b.h5 --notify="cat >>$folder/notices.txt" --notify-failures 100 2>run.log
status=$?
[ $status = 1 ] || fail "status $status instead of 1 of a sweep that fails: $(cat run.log)"
await "two notices" has_notices 2
[ "$(events)" = "end hopeless" ] || fail "the notices of the failing sweep are wrong: $(cat notices.txt)"
grep -q '"ending":"gave up"' notices.txt || fail "the failing sweep gives no notice of the stop: $(cat notices.txt)"

# A stopped launch, and one with nothing to do: both have an end.
counting long.toml 1 30
rm notices.txt
"$ICSWEEP" run long.toml -o c.h5 --notify "cat >>$folder/notices.txt" 2>run.log &
run=$!
await "an experiment at work" at_work c.h5 1
send USR1 $run
wait $run
status=$?
[ $status = 75 ] || fail "status $status instead of 75 of a stopped launch"
await "a notice" has_notices 1
grep -q '"ending":"stopped",.*"event":"end".*"saved":1,.*"status":75' notices.txt || fail "the notice of a stopped launch is wrong: $(cat notices.txt)"

sed -i 's/how = .*/how = "none"/; s/9/1/' s.toml
for command in 'false' '/nowhere/at-all' 'exit 3' true "echo \$\$ >$folder/pid; exec sleep 1000000"; do
  rm -f d.h5
  ranks 2 "$ICSWEEP" run s.toml -o d.h5 --notify "$command" 2>run.log || fail "--notify '$command': $(cat run.log)"
done
await "the command that sleeps" test -s pid
kill "$(cat pid)" || fail "the launch has waited for its command"
"$ICSWEEP" run s.toml -o e.h5 --notify : --notify-failures 0 2>run.log && fail "--notify-failures 0 is not refused"
grep -q '^icsweep: run: --notify-failures 0: use 1 or more$' run.log || fail "$(cat run.log)"
echo "failures, the stop of a failing sweep and the end are reported, and nothing waits for the command"
