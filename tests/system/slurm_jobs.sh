#!/usr/bin/env bash
# `icsweep slurm --jobs 8` on three nodes of a real Slurm: the jobs help each other on one store, each is requeued at its
# time limit, and every experiment is computed once, with the digests of one rank.
. "$(dirname "$0")/common.sh"
nodes=(n1 n2 n3)
. "$(dirname "$0")/slurm.sh"
ICSWEEP=$RUN_POISON
counting s.toml 40 6
"$ICSWEEP" run s.toml -o one.h5 2>one.log &
alone=$!
start_slurm
"$ICSWEEP" slurm s.toml store.h5 --jobs 8 --ntasks 1 --time 1 >script.txt || fail "slurm --jobs fails"
grep -q '^#SBATCH --array=1-8$' script.txt && grep -q '^#SBATCH --requeue$' script.txt || fail "the script: $(head -n 12 script.txt)"
job=$("$ICSWEEP" slurm s.toml store.h5 --jobs 8 --ntasks 1 --time 1 --sbatch signal=B:USR1@35 --sbatch output=job-%A_%a.log --submit) ||
  fail "slurm --submit fails: $job"
all=${job##* }
for i in 1 2 3 4 5 6 7 8; do
  job=${all}_$i
  await_job COMPLETED
done
restarts=0
for i in 1 2 3 4 5 6 7 8; do
  job=${all}_$i
  : $((restarts += $(job_is Restarts)))
done
[ $restarts -gt 0 ] || fail "no job was requeued"
expect_sums store.h5 40 6
[ "$(one store.h5 "SELECT count(*) FROM poison_all WHERE attempts != 1")" = 0 ] || fail "an experiment ran twice"
wait $alone || fail "one rank: $(cat one.log)"
digests() { query "$1" "SELECT identity, status, digest FROM poison_all ORDER BY identity"; }
[ "$(digests store.h5)" = "$(digests one.h5)" ] || fail "eight jobs have other digests than one rank"
helped=$(one store.h5 "SELECT count(DISTINCT substr(job, instr(job, ', job icsweep/'))) FROM launch_guests WHERE job LIKE '%, job icsweep/%'")
[ "$helped" -ge 4 ] || fail "only $helped jobs helped: $(query store.h5 'SELECT * FROM launch_guests')"
echo "8 jobs on three nodes: $helped of them helped another, $restarts requeues, each of 40 experiments once, with the digests of one rank"
