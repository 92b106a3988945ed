#!/usr/bin/env bash
# Experiments that kill their process: by a segmentation fault, by SIGKILL as the kernel does when memory is full, or
# by an endless loop. jobs/launch.sh resumes after the crash. These experiments end as crashed, status names them, and
# all others complete. An experiment that ran at the same time resumes from its checkpoint. RUN_POISON is the program
# with such a task.
. "$(dirname "$0")/common.sh"
expect_deaths
export ICSWEEP=$RUN_POISON MPIRUN="$MPIEXEC --oversubscribe"
cat >s.toml <<'EOF2'
[sweep]
name = "poison"
[[grid]]
task = "poison"
how = ["none", "segfault", "killed", "abort", "memory", "loop"]
seed = [1, 2]
[[grid]]
task = "poison"
how = "none"
steps = 300
EOF2
"$LAUNCH" -n 2 s.toml store.h5 --hang-after 3 --checkpoint-every 0.2 >launch.log 2>&1
status=$?
[ $status = 1 ] || fail "status $status instead of 1: $(cat launch.log)"
outcomes=$(query store.h5 "SELECT how, group_concat(status) FROM poison_all GROUP BY how ORDER BY how" | tail -n +2 | tr '\n' ' ')
[ "$outcomes" = 'abort,"crashed,crashed" killed,"crashed,crashed" loop,"crashed,crashed" memory,"failed,failed" none,"done,done,done" segfault,"crashed,crashed" ' ] ||
  fail "the outcomes are $outcomes: $(cat launch.log)"
[ "$(query store.h5 "SELECT sum(sum = steps * (steps + 1) / 2 + seed), count(*) FROM poison_all WHERE status = 'done'" | tail -n 1)" = 3,3 ] || fail "the other experiments have wrong results"
crashes=$(grep -c 'launch.sh: .*: crashed (status' launch.log)
late=$(grep -c 'a rank did not start within 3 s' launch.log) # on a busy machine
[ "$crashes" = $((1 + late)) ] || fail "the launch crashed $crashes times instead of once: $(cat launch.log)"
grep -q 'the last launch crashed or was killed; each experiment runs in a process of its own' launch.log || fail "the crash is not reported: $(cat launch.log)"
grep -q '13 experiments: 3 done, 2 failed, 8 crashed, 0 duplicates$' launch.log || fail "the outcomes do not add up: $(cat launch.log)"
"$ICSWEEP" status store.h5 >status.txt
for line in '2 crashed: its process died of signal 11 (Segmentation fault), twice: ' '2 crashed: its process died of signal 9 (Killed; was the memory full?), twice: ' \
  '2 crashed: had no tick for 3 s and was killed: ' '2 failed: out of memory: '; do
  grep -qE "^  ${line//[()?]/.}[0-9a-f]{8} [0-9a-f]{8}$" status.txt || fail "status does not name '$line': $(cat status.txt)"
done
grep -q '8 crashed' status.txt || fail "status is wrong: $(cat status.txt)"
[ "$(ls -A | grep -c '^store.h5')" = 1 ] || fail "files are left beside the store: $(ls -A)"

# --retry crashed runs these experiments again, and no others.
before=$(query store.h5 "SELECT identity, digest, attempts FROM poison_all WHERE status != 'crashed' ORDER BY identity")
"$LAUNCH" -n 2 s.toml store.h5 --retry crashed --hang-after 3 >retry.log 2>&1
status=$?
[ $status = 1 ] || fail "status $status instead of 1 with --retry: $(cat retry.log)"
grep -q '8 experiments that had ended run again' retry.log || fail "--retry crashed gives wrong outcomes: $(cat retry.log)"
[ "$(query store.h5 "SELECT identity, digest, attempts FROM poison_all WHERE status != 'crashed' ORDER BY identity")" = "$before" ] || fail "--retry crashed changed other experiments"

# A signal to launch.sh stops it for good and saves everything. A killed mpirun is started again.
cat >long.toml <<'EOF2'
[sweep]
name = "long"
[[grid]]
task = "poison"
steps = 400
EOF2
"$LAUNCH" -n 1 long.toml long.h5 --checkpoint-every 0.2 >long.log 2>&1 &
launch=$!
await "a checkpoint" test -e long.h5.checkpoints
send KILL "$(pgrep -P $launch)"
await "a launch that resumes" grep -q 'resumes\? from' long.log
grep -q 'long.h5: crashed (status 137), 0 ended; again in 1 s' long.log || fail "the launch after a killed mpirun: $(cat long.log)"
send TERM $launch
wait $launch
[ $? = 75 ] && [ -e long.h5.checkpoints ] || fail "the launch after a signal to launch.sh: $(cat long.log)"
"$LAUNCH" -n 1 long.toml long.h5 >end.log 2>&1 || fail "the resumed launch: $(cat end.log)"
grep -q 'long.h5: 1 experiment resumes from its checkpoint$' end.log || fail "the experiment started again: $(cat end.log)"
[ "$(query long.h5 "SELECT sum, attempts FROM poison_all" | tail -n 1)" = 80200,1 ] || fail "the experiment did not resume: $(query long.h5 "SELECT sum, attempts FROM poison_all")"

# An experiment that is frozen with its rank for longer than --hang-after does not count as hung.
begin_frozen() {
  : >frozen.log # the earlier launch printed the same line
  "$ICSWEEP" run long.toml -o frozen.h5 --hang-after 5 >frozen.log 2>&1 &
}
begin_frozen
rank=$!
await "a launch" grep -q 'to do on' frozen.log
kill_child $rank
begin_frozen
rank=$!
await "the experiment's own process" grep -q 'of its own' frozen.log
await "the process" pgrep -P $rank
child=$(pgrep -P $rank | tail -n 1)
freeze $rank "$child"
sleep 8
thaw "$child" $rank
wait $rank || fail "the experiment after a freeze: $(cat frozen.log)"

# A program that dies at once is not started for ever.
MPIRUN=false "$LAUNCH" -n 1 s.toml store.h5 >/dev/null 2>&1
[ $? = 1 ] || fail "the launcher has another status"
MPIRUN=nothing-of-this-name "$LAUNCH" -n 1 s.toml store.h5 >none.log 2>&1
[ $? = 2 ] && grep -q 'nothing-of-this-name: there is no such program' none.log || fail "the launcher without mpirun: $(cat none.log)"
cat >dies.sh <<'EOF2'
#!/bin/sh
exit 139
EOF2
chmod +x dies.sh
MPIRUN=./dies.sh "$LAUNCH" -n 1 -r 1 s.toml store.h5 >dies.log 2>&1
[ $? = 70 ] && grep -q 'gave up after 2 crashes in a row (status 139), see above' dies.log || fail "the launcher does not give up: $(cat dies.log)"
echo "8 of 13 experiments ended as crashed after one crash of the launch"
