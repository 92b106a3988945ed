#!/usr/bin/env bash
# `icsweep slurm --submit` from a user's folder, on two nodes of a real Slurm: COMPLETED, with the rows of an
# undisturbed run.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/slurm.sh"
sweep s.toml "[1, 2, 3]" 40 2
"$ICSWEEP" run s.toml -o whole.h5 2>run.log || fail "undisturbed run: $(cat run.log)"
start_slurm
job=$("$ICSWEEP" slurm s.toml store.h5 --ntasks 4 --sbatch nodes=2 --sbatch output=job-%j.log --submit) || fail "slurm --submit fails: $job"
job=${job##* }
await_job COMPLETED
digests store.h5 | cmp - <(digests whole.h5) || fail "the rows differ from the undisturbed run"
grep -q 'to do on 4 ranks' "job-$job.log" || fail "the job has another number of ranks"
echo "submitted and completed"
