#!/usr/bin/env bash
# A user's sweep on two nodes of a real Slurm is submitted and COMPLETED, with the rows of an undisturbed run. A job
# without a program is FAILED, whatever status srun has.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/slurm.sh"
sweep s.toml "[1, 2, 3]" 40 2
"$ICSWEEP" run s.toml -o whole.h5 2>run.log || fail "undisturbed run: $(cat run.log)"
start_slurm
mkdir jobs && printf '#!/bin/sh\ntouch stolen\n' >jobs/launch.sh && chmod +x jobs/launch.sh
submit sweep.sbatch s.toml store.h5 --ntasks=4 --nodes=2
await_job COMPLETED
[ ! -e stolen ] || fail "the job ran a program in the folder of submission"
digests store.h5 | cmp - <(digests whole.h5) || fail "the rows differ from the undisturbed run"
[ "$(query store.h5 "SELECT count(DISTINCT rank) > 1 FROM augmented_all" | tail -n 1)" = 1 ] || fail "one rank ran all experiments"
grep -q 'store.h5: this launch stops by itself in 7h5' "job-$job.log" || fail "the launch does not know its time limit"
grep -q 'store.h5: 6 experiments: 6 done, 0 duplicates' "job-$job.log" || fail "the log of the job lacks the last line"

ICSWEEP=$folder/none submit sweep.sbatch s.toml other.h5 --ntasks=2
await_job FAILED
grep -q 'none: there is no such program' "job-$job.log" || fail "the log of the job lacks the reason"
echo "completed on two nodes: 6 experiments as in an undisturbed run"
