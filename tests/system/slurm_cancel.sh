#!/usr/bin/env bash
# scancel: the experiments in flight are saved, and the job stays CANCELLED. Submitted again, it resumes.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/slurm.sh"
begin_job 2 8
await "two experiments at work" at_work store.h5 2
undisturbed || scancel "$job"
await_job CANCELLED
await "an empty queue" eval '[ -z "$(squeue -h)" ]'
submit sweep.sbatch s.toml store.h5 --ntasks=2
await_job COMPLETED
grep -q '2 experiments resume from their checkpoints' "job-$job.log" || fail "no experiment was resumed"
expect_sums store.h5 2 8
echo "cancelled, submitted again, completed"
