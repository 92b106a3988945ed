#!/usr/bin/env bash
# Slurm loses a node whose ranks live on: the job is requeued and takes the store over, the old ranks find out and end by themselves,
# and the rows are those of an undisturbed run.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/slurm.sh"
ICSWEEP=$RUN_POISON
counting s.toml 4 15
start_slurm
submit sweep.sbatch s.toml store.h5 --ntasks=2
await_line 30 'to do on'
old=$(ranks_of_job)
[ "$(wc -w <<<"$old")" = 2 ] || fail "not two ranks: $old"
node=$(job_is BatchHost)
frozen=$(processes_of_job '^srun|launch.sh -n|slurm_script')
[ "$(wc -w <<<"$frozen")" -ge 3 ] || fail "not the job's shells and srun: $frozen"
kill -KILL "${slurmds[$node]}"  # steps and their ranks are no children of the daemon
kill -STOP $frozen              # a node that is cut off cannot be told anything
scontrol update nodename="$node" state=down reason=test || fail "scontrol"
await_line 60 'each experiment runs in a process of its own'
for _ in {1..150}; do
  alive=0
  for rank in $old; do kill -0 "$rank" 2>/dev/null && grep -q '^State:.[^Z]' "/proc/$rank/status" && alive=1; done
  [ $alive = 0 ] && break
  sleep 0.1
done
[ $alive = 0 ] || fail "old ranks live on: $(say_job)"
kill -KILL $frozen
await 120 COMPLETED
[ "$(job_is Restarts)" = 1 ] || fail "it was never requeued: $(say_job)"
expect_sums store.h5 4 15
echo "taken over from ranks that lived on, completed"
