#!/usr/bin/env bash
# `icsweep launch` runs launch.sh. `icsweep slurm` prints a job that runs from any folder, or submits it by sbatch.
. "$(dirname "$0")/common.sh"
sweep 'my sweep.toml' "[1, 2]" 2 1
"$ICSWEEP" launch -n 2 'my sweep.toml' launched.h5 --only 'depth == 2' 2>run.log || fail "launch: $(cat run.log)"
[ "$(count launched.h5 done)" = 1 ] || fail "launch does not apply --only"
"$ICSWEEP" launch -h | grep -q 'icsweep launch -n RANKS SWEEP STORE.h5' || fail "launch -h does not print the manual of launch.sh"
"$ICSWEEP" launch --help | grep -q -- '-H HOST' || fail "launch --help does not name -H"
for wrong in '' '-n' '-n 0 a b' '-n 2 a'; do
  # shellcheck disable=SC2086  # several words
  "$ICSWEEP" launch $wrong >said.txt 2>&1
  [ $? = 2 ] || fail "launch $wrong does not end with 2"
done

# Runs the printed job as Slurm does: in another folder, under another name.
"$ICSWEEP" slurm 'my sweep.toml' "it's.h5" --ntasks 2 --time 1:00:00 --sbatch partition=long --sbatch exclusive --only 'depth == 1' -- --threads 1 >job.sh || fail "slurm fails"
grep -c '^#SBATCH' job.sh | grep -qx 9 || fail "the job has other directives: $(grep '^#SBATCH' job.sh)"
for line in '--ntasks=2' '--time=1:00:00' '--partition=long' '--exclusive' '--requeue'; do grep -qxF -- "#SBATCH $line" job.sh || fail "the job lacks $line"; done
[ "$(head -n 3 job.sh | tail -n 1 | cut -c 1-9)" = '#SBATCH -' ] || fail "the directives are not at the top"
command -v shellcheck >/dev/null && { shellcheck -s bash job.sh || fail "shellcheck rejects the job"; }
mkdir away && (cd away && MPIRUN="$MPIEXEC --oversubscribe" SLURM_NTASKS=2 SLURM_JOB_ID=1 bash ../job.sh) >job.log 2>&1 || fail "the job: $(cat job.log)"
[ "$(count "it's.h5" done)" = 1 ] || fail "the job ran other experiments: $(cat job.log)"
grep -q 'to do on 2 ranks' job.log || fail "the job ran on another number of ranks: $(cat job.log)"

"$ICSWEEP" slurm fig5 array.h5 --ntasks 4 --array 1-20%1 >array.sh || fail "slurm --array fails"
"$ICSWEEP" slurm fig5 array.h5 --ntasks 4 --jobs 20 >jobs.sh || fail "slurm --jobs fails"
grep -qx '#SBATCH --array=1-20' jobs.sh && grep -qx '#SBATCH --requeue' jobs.sh || fail "--jobs has other directives: $(cat jobs.sh)"
grep -qx '#SBATCH --array=1-20%1' array.sh && grep -qx '#SBATCH --no-requeue' array.sh || fail "the array has other directives: $(cat array.sh)"
grep -qx "set -- fig5 $folder/array.h5" array.sh || fail "a shipped sweep is not named by its name"

# Errors are reported before a job waits in the queue.
refuses() {
  "$ICSWEEP" slurm "${@:2}" >said.txt 2>error.txt && fail "slurm accepts ${*:2}"
  grep -q -- "$1" error.txt && [ ! -s said.txt ] || fail "${*:2}: $(cat error.txt)"
}
refuses 'fig55: .*did you mean fig5?' fig55 x.h5 --ntasks 2
refuses 'has no scale "quik"' fig5 x.h5 --ntasks 2 --scale quik
refuses 'ntasks 0: must be at least 1' fig5 x.h5 --ntasks 0
refuses "slurm: --ntasks N is missing" fig5 x.h5
refuses 'without blanks' fig5 x.h5 --ntasks 2 --sbatch $'comment=a\n#SBATCH --uid=0'
PATH=/nowhere "$ICSWEEP" slurm fig5 x.h5 --ntasks 2 --submit >said.txt 2>error.txt && fail "slurm --submit succeeds without sbatch"
grep -q 'sbatch did not take the job' error.txt || fail "the missing sbatch is not reported: $(cat error.txt)"

mkdir bin && printf '#!/bin/sh\ncat >submitted.sh\necho Submitted batch job 7\n' >bin/sbatch && chmod +x bin/sbatch
[ "$(PATH=$folder/bin:$PATH "$ICSWEEP" slurm fig5 array.h5 --ntasks 4 --array 1-20%1 --submit)" = 'Submitted batch job 7' ] || fail "slurm --submit fails"
cmp submitted.sh array.sh || fail "the submitted job differs from the printed one"
echo "launch and slurm use the files of jobs/"
