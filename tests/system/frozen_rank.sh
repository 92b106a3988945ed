#!/usr/bin/env bash
# A launch waits at most --hang-after for a frozen rank: before the rank has started, before it has opened the store,
# and while it works. The next launch resumes. A host that is cut off while the ranks connect looks the same.
. "$(dirname "$0")/common.sh"
ICSWEEP=$RUN_POISON
counting s.toml 4 2

# Rank 1 of the first launch freezes at its start.
signal=STOP
undisturbed && signal=CONT
cat >stands_still <<EOF2
#!/bin/sh
[ "\${OMPI_COMM_WORLD_RANK:-}" = 1 ] && mkdir first 2>mkdir.log && kill -$signal \$\$
exec "$RUN_POISON" "\$@"
EOF2
chmod +x stands_still
ICSWEEP=$folder/stands_still MPIRUN="$MPIEXEC --oversubscribe" "$LAUNCH" -n 3 s.toml start.h5 --hang-after 3 >start.log 2>&1 || fail "status $?: $(cat start.log)"
grep -q '^start.h5: a rank did not start within 3 s; the launch ends, the same command resumes$' start.log || fail "the frozen rank is not reported: $(cat start.log)"
grep -q 'launch.sh: start.h5: crashed (status 70), 0 ended; again in 1 s' start.log || fail "the launch was not repeated: $(cat start.log)"
expect_sums start.h5 4 2

# Finds processes by their folder, since other tests may run at the same time.
process_of_rank() {
  local process
  for process in $(pgrep -x run_poison); do
    [ "$(readlink "/proc/$process/cwd")" = "$folder" ] && grep -qszx "OMPI_COMM_WORLD_RANK=$1" "/proc/$process/environ" && echo "$process"
  done
}
begin() {
  : >work.log # the earlier launch printed the same line
  ranks 2 "$ICSWEEP" run "$1" -o work.h5 --hang-after 3 --checkpoint-every 0.2 >work.log 2>&1 &
  launch=$!
}
ends_saying() {
  wait $launch
  local status=$?
  [ $status = 70 ] && grep -qF "$1" work.log || fail "status $status instead of 70, or '$1' is not printed: $(cat work.log)"
}

begin s.toml
await "checkpoints of both" eval '[ "$(ls work.h5.checkpoints 2>/dev/null | wc -l)" = 2 ]'
freeze "$(process_of_rank 1)"
ends_saying ' hangs on rank 1: no tick for 3 s; the launch ends, the same command resumes with each experiment in a process of its own'
begin s.toml
await "a launch" grep -q 'to do on' work.log
sed 's/"machine":"[^"]*"/"machine":"elsewhere"/' work.h5.lease >lease
wait $launch || fail "status $?: $(cat work.log)"
expect_sums work.h5 4 2

# Rank 0 checks whether a launch on another host is alive, while the other ranks wait for it.
cp lease work.h5.lease
begin s.toml
await "rank 0 looks" grep -q 'for a sign of life' work.log
freeze "$(process_of_rank 1)"
ends_saying 'work.h5: a rank did not open the store within 3 s; the launch ends, the same command resumes'
echo "waited for frozen ranks in three places, 3 s each"
