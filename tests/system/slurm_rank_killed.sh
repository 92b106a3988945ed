#!/usr/bin/env bash
# A rank is killed. Slurm ends the step, and the job starts another one and is COMPLETED.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/slurm.sh"
begin_job 4 6
await "two experiments at work" at_work store.h5 2
rank=$(ranks_of_job | tail -n 1)
send KILL "$rank"
await_line 'launch.sh: store.h5: crashed'
await_job COMPLETED
[ "$(job_is Restarts)" = 0 ] || fail "the job was requeued"
expect_sums store.h5 4 6
echo "resumed in the same job, completed"
