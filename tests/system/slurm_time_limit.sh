#!/usr/bin/env bash
# A sweep takes longer than its job's time limit: the job saves before the limit, is requeued and goes on, until it is COMPLETED.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/slurm.sh"
begin_job 4 25 --time=1 --signal=B:USR1@35
await_line 60 'run the same command to resume'
await_job 180 COMPLETED
[ "$(job_is Restarts)" -ge 1 ] || fail "it was never requeued"
grep -q 'go on from their checkpoints' "job-$job.log" || fail "nothing was resumed"
grep -qE 'crashed|killed' "job-$job.log" && fail "it was not saved in time"
expect_sums store.h5 4 25
echo "requeued $(job_is Restarts) times before its time limit, completed"
