#!/usr/bin/env bash
# A sweep takes longer than the time limit of its job. The job saves before the limit, is requeued and resumes until it
# is COMPLETED.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/slurm.sh"
begin_job 4 25 --time=1 --signal=B:USR1@35
await_line 'run the same command to resume'
await_job COMPLETED
[ "$(job_is Restarts)" -ge 1 ] || fail "the job was not requeued"
grep -q 'resume from their checkpoints' "job-$job.log" || fail "no experiment was resumed"
grep -qE 'crashed|killed' "job-$job.log" && fail "the experiments were not saved before the limit"
expect_sums store.h5 4 25
echo "requeued $(job_is Restarts) times before its time limit, completed"
