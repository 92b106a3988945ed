#!/usr/bin/env bash
# Slurm loses a node whose ranks stay alive. The job is requeued and takes the store over. The old ranks notice this
# and end by themselves, and the rows equal those of an undisturbed run.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/slurm.sh"
begin_job 4 15
old=$(ranks_of_job)
[ "$(wc -w <<<"$old")" = 2 ] || fail "there are not two ranks: $old"
node=$(job_is BatchHost)
# srun comes first: if its shell is killed before it, the kernel continues srun, which then cancels the new launch.
stopped="$(processes_of_job '^srun') $(processes_of_job 'launch.sh -n|slurm_script')"
[ "$(wc -w <<<"$stopped")" -ge 3 ] || fail "these are not the job's shells and srun: $stopped"
send KILL "${slurmds[$node]}"  # steps and their ranks are not children of the daemon
# shellcheck disable=SC2086  # several processes
freeze $stopped  # no signal reaches a node that is cut off
scontrol update nodename="$node" state=down reason=test || fail "scontrol cannot set the node down"
await_line 'each experiment runs in a process of its own'
for rank in $old; do await "the old ranks end" gone "$rank"; done
# shellcheck disable=SC2086  # several processes
kill -KILL $stopped || fail "the frozen processes had ended"
await_job COMPLETED
[ "$(job_is Restarts)" = 1 ] || fail "the job was not requeued"
expect_sums store.h5 4 15
echo "taken over from ranks that stayed alive, completed"
