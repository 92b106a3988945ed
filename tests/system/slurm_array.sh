#!/usr/bin/env bash
# Several jobs on one store. Each resumes where the previous one stopped. A job that starts beside them helps.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/slurm.sh"
ICSWEEP=$RUN_POISON
counting s.toml 12 20
start_slurm
submit array.sbatch s.toml store.h5 --ntasks=2 --time=1 --signal=B:USR1@45 --array=1-3%1 --output=job-%A_%a.log
first=$job job=${job}_1
await_line 'to do on'
submit array.sbatch s.toml store.h5 --ntasks=2 --array=7 --output=job-%A_%a.log
helper=$job job=${job}_7
await_line 'helps the launch on'
job=${first}_3
await_job COMPLETED
grep -q 'run the same command to resume' job-*.log || fail "the first job ran all experiments"
job=${helper}_7
await_job COMPLETED
expect_sums store.h5 12 20
echo "several jobs completed one store, and one beside them helped"
