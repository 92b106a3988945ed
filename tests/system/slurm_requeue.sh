#!/usr/bin/env bash
# scontrol requeue in the middle: the job goes on from the checkpoints and is COMPLETED.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/slurm.sh"
ICSWEEP=$RUN_POISON
counting s.toml 4 8
start_slurm
submit sweep.sbatch s.toml store.h5 --ntasks=2
await_line 30 'to do on'
sleep 3
scontrol requeue "$job" || fail "scontrol requeue"
await 180 COMPLETED
[ "$(job_is Restarts)" = 1 ] || fail "it was never requeued: $(say_job)"
grep -q 'go on from their checkpoints' job-$job.log || fail "nothing was resumed: $(say_job)"
expect_sums store.h5 4 8
echo "requeued in the middle, completed"
