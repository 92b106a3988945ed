#!/usr/bin/env bash
# Several jobs on one store. Each resumes where the previous one stopped. A job that starts too early is refused with
# one line.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/slurm.sh"
ICSWEEP=$RUN_POISON
counting s.toml 4 20
start_slurm
submit array.sbatch s.toml store.h5 --ntasks=2 --time=1 --signal=B:USR1@45 --array=1-3%1 --output=job-%A_%a.log
first=$job job=${job}_1
await_line 30 'to do on'
submit array.sbatch s.toml store.h5 --ntasks=2 --array=7 --output=job-%A_%a.log
job=${job}_7
await_job 30 FAILED
[ "$(job_is ExitCode)" = 2:0 ] || fail "the refused job has another exit code"
grep -q 'store.h5: another launch is writing it' job-*.log || fail "the log of the job lacks the reason"
job=${first}_3
await_job 180 COMPLETED
grep -q 'run the same command to resume' job-*.log || fail "the first job ran all experiments"
expect_sums store.h5 4 20
echo "several jobs completed one store, and a job that was too early is refused"
