#!/usr/bin/env bash
# scontrol requeue during a job: the job resumes from the checkpoints and is COMPLETED.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/slurm.sh"
begin_job 4 8
await "two experiments at work" at_work store.h5 2
undisturbed || scontrol requeue "$job" || fail "scontrol requeue fails"
await_job COMPLETED
[ "$(job_is Restarts)" = 1 ] || fail "the job was not requeued"
grep -q 'resume from their checkpoints' "job-$job.log" || fail "no experiment was resumed"
expect_sums store.h5 4 8
echo "requeued during its run, completed"
