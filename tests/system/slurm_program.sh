#!/usr/bin/env bash
# The experiments of a program in a job that is requeued, cancelled, signalled as a whole and ended by its time limit.
# None fails, and each ends once. The variables of the program name no step of Slurm, and its threads are the job's
# --cpus-per-task.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/slurm.sh"
cat >p.py <<'END'
import os
import time
from icsweep.program import serve


def train(run):
    for step in range(100):
        run.progress(step + 1, 100, 0.5, save=lambda path: open(path, "w").close())
        time.sleep(0.05)
    return {"threads": run.threads, "of_slurm": sum(name.startswith("SLURM_N") for name in os.environ)}


serve(train)
END
cat >s.toml <<END
[[grid]]
task = "program"
program.name = "mine"
program.command = ["python3", "p.py"]
program.results = ["threads", "of_slurm"]
program.files = ["p.py"]
x = { from = 1, to = 6, step = 1 }
END
begin() { # OPTIONS of sbatch
  submit sweep.sbatch "$folder/s.toml" "$folder/store.h5" --ntasks=1 --cpus-per-task=2 "$@" --allow-code
  await_line 'to do on'
  await "an experiment at work" at_work store.h5 1
}
none_failed() {
  [ "$(one store.h5 "SELECT count(*) FROM mine_all WHERE status NOT IN ('done', 'pending')")" = 0 ] ||
    fail "wrong outcomes after $1: $(query store.h5 "SELECT x, status, message FROM mine_all")"
}
submit() { # as slurm.sh, with options of icsweep run behind
  job=$(sbatch --parsable --output=job-%j.log "${@:4:$(($# - 4))}" "$PROJECT/jobs/slurm/$1" "$2" "$3" "${@: -1}") || fail "sbatch: $job"
}

start_slurm
begin
undisturbed || scontrol requeue "$job" || fail "scontrol requeue fails"
await "the job's second start" eval '[ "$(job_is Restarts)" = 1 ]'
none_failed "after a requeue"
await "an experiment at work again" at_work store.h5 1
undisturbed || scancel --signal=TERM --full "$job"
await "the job to end or start again" eval '! at_work store.h5 1'
none_failed "after a signal to all processes"
scancel "$job"
await_state() { case $(job_is JobState) in CANCELLED* | FAILED | COMPLETED) ;; *) return 1 ;; esac; }
await "the end of the job" await_state
none_failed "after scancel"
# Slurm may send the signal up to a minute early. A job that is stopped within 10 s of its start is not requeued: it is
# submitted again.
begin --time=1 --signal=B:USR1@30
all_done() {
  [ "$(one store.h5 "SELECT count(*) FROM mine" 2>/dev/null)" = 6 ] && return
  [ "$(job_is JobState)" != FAILED ] || submit sweep.sbatch "$folder/s.toml" "$folder/store.h5" --ntasks=1 --cpus-per-task=2 --time=1 --signal=B:USR1@30 --allow-code
  return 1
}
await "all experiments" all_done
none_failed "in the end"
[ "$(one store.h5 "SELECT min(threads), max(threads), max(of_slurm) FROM mine")" = 2,2,0 ] || fail "$(query store.h5 "SELECT x, threads, of_slurm FROM mine")"
echo "six experiments of a program, requeued, signalled, cancelled: none failed"
