#!/usr/bin/env bash
# The time during which a whole launch is frozen counts neither as silence (--hang-after) nor towards time_limit. If
# only the coordinator is frozen, the workers notice it and end the launch with 70.
. "$(dirname "$0")/common.sh"
ICSWEEP=$RUN_POISON
processes() { # by folder: other tests may run at the same time
  local process
  for process in $(pgrep -x "run_poison|mpirun|mpiexec|orterun"); do
    [ "$(readlink "/proc/$process/cwd")" = "$folder" ] && echo "$process"
  done
}
process_of_rank() {
  local process
  for process in $(processes); do grep -qszx "OMPI_COMM_WORLD_RANK=$1" "/proc/$process/environ" && echo "$process"; done
}
counting s.toml 4 2
ranks 2 "$ICSWEEP" run s.toml -o s.h5 --hang-after 3 --checkpoint-every 0.2 >run.log 2>&1 &
launch=$!
await "checkpoints of both" eval '[ "$(ls s.h5.checkpoints 2>/dev/null | wc -l)" = 2 ]'
mapfile -t all < <(processes)
[ ${#all[@]} = 3 ] || fail "the processes are not mpirun and two ranks: ${all[*]}"
freeze "${all[@]}"
sleep 6
thaw "${all[@]}"
wait $launch || fail "status $? after the thaw: $(cat run.log)"
expect_sums s.h5 4 2

# One second of work, eleven seconds frozen, and a time limit of ten.
counting limit.toml 1 1
sed -i 's/^task/time_limit = "10s"\ntask/' limit.toml
"$ICSWEEP" run limit.toml -o limit.h5 --checkpoint-every 0.1 2>limit.log &
launch=$!
await "a checkpoint" eval '[ -n "$(ls limit.h5.checkpoints 2>/dev/null)" ]'
freeze $launch
sleep 11
thaw $launch
wait $launch || fail "status $? after the thaw: $(cat limit.log)"
expect_sums limit.h5 1 1

# Two seconds of work in the experiment's own process, as after a killed launch.
counting own.toml 1 2
sed -i 's/^task/time_limit = "10s"\ntask/' own.toml
"$ICSWEEP" run own.toml -o own.h5 --checkpoint-every 0.1 2>own.log &
launch=$!
await "a checkpoint" eval '[ -n "$(ls own.h5.checkpoints 2>/dev/null)" ]'
kill_child $launch
: >own.log  # the earlier launch printed the same line
"$ICSWEEP" run own.toml -o own.h5 --hang-after 3 --checkpoint-every 0.1 2>own.log &
launch=$!
await "a launch" grep -q 'to do on' own.log
await "a process for the experiment" pgrep -x -P $launch run_poison
grep -q 'each experiment runs in a process of its own' own.log || fail "the experiment has no process of its own: $(cat own.log)"
mapfile -t all < <(echo $launch; pgrep -x -P $launch run_poison)
freeze "${all[@]}"
sleep 11
thaw "${all[@]}"
wait $launch || fail "status $? after the thaw: $(cat own.log)"
expect_sums own.h5 1 2

ranks 2 "$ICSWEEP" run s.toml -o alone.h5 --hang-after 3 --checkpoint-every 0.2 >alone.log 2>&1 &
launch=$!
await "checkpoints of both" eval '[ "$(ls alone.h5.checkpoints 2>/dev/null | wc -l)" = 2 ]'
freeze "$(process_of_rank 0)"
began=$(date +%s)
wait $launch
status=$?
took=$(($(date +%s) - began))
[ $status = 70 ] && grep -q '^rank 0 has not renewed its lease for 3 s; the launch ends, the same command resumes$' alone.log ||
  fail "status $status after $took s: $(cat alone.log)"
ranks 2 "$ICSWEEP" run s.toml -o alone.h5 2>alone.log || fail "the resumed launch: $(cat alone.log)"
expect_sums alone.h5 4 2
# Rank 0 is frozen from its start. The other rank notices it in MPI_Init or while it waits for the plan of rank 0.
cat >first.sh <<'END'
[ "$OMPI_COMM_WORLD_RANK" != 0 ] || kill -s "$1" $$
shift
exec "$@"
END
signal=STOP
undisturbed && signal=CONT
ranks 2 sh first.sh $signal "$ICSWEEP" run s.toml -o start.h5 --hang-after 3 >start.log 2>&1 &
launch=$!
wait $launch
status=$?
[ $status = 70 ] && grep -q '^start.h5: .*; the launch ends' start.log || fail "status $status with a rank that is frozen from its start: $(cat start.log)"
echo "6 and 11 s of a frozen launch cost nothing three times; a frozen rank 0 was noticed after $took s"
