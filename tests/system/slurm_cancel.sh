#!/usr/bin/env bash
# scancel: the experiments in flight are saved, the job is CANCELLED and stays so; submitted again it goes on.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/slurm.sh"
ICSWEEP=$RUN_POISON
counting s.toml 2 8
start_slurm
submit sweep.sbatch s.toml store.h5 --ntasks=2
await_line 30 'to do on'
sleep 3
scancel "$job"
await 30 CANCELLED
for _ in {1..100}; do [ -z "$(squeue -h)" ] && break; sleep 0.1; done
[ -z "$(squeue -h)" ] || fail "it is still there: $(squeue)"
submit sweep.sbatch s.toml store.h5 --ntasks=2
await 90 COMPLETED
grep -q '2 experiments go on from their checkpoints' job-$job.log || fail "nothing was resumed: $(say_job)"
expect_sums store.h5 2 8
echo "cancelled, submitted again, completed"
