#!/usr/bin/env bash
# Cases in which people who tried icsweep failed. Each command does what they meant, or its last line says what to
# write instead.
. "$(dirname "$0")/common.sh"
sweep good.toml "[1]" 1 1
"$ICSWEEP" run good.toml -o good.h5 2>/dev/null || fail "the run of the correct sweep fails"

# says PATTERN COMMAND...: expects status 2, and a last line on the screen that is icsweep's and matches
says() {
  local pattern=$1; shift
  "$@" >screen.txt 2>&1
  local status=$?
  [ $status = 2 ] || fail "status $status instead of 2 from: $* ($(cat screen.txt))"
  tail -n 1 screen.txt | grep -qE "^icsweep: $pattern\$" || fail "$* ends in: $(tail -n 3 screen.txt)"
}
# shows PATTERN COMMAND...: expects success, and the pattern in the output
shows() {
  local pattern=$1; shift
  "$@" >screen.txt 2>&1 || fail "$* failed: $(cat screen.txt)"
  grep -qE -e "$pattern" screen.txt || fail "$* does not print $pattern: $(cat screen.txt)"
}

# Tasks and their parameters, before there is a store.
shows '^augmented +Transformers' "$ICSWEEP" tasks
shows '^depth +1 +1 to 1000 +Transformer layers' "$ICSWEEP" tasks augmented
shows '^attention +linear +linear, softmax ' "$ICSWEEP" tasks augmented
[ "$(awk '{ if (length > 80) print }' screen.txt)" = "" ] || fail "the list is wider than 80 columns: $(cat screen.txt)"
shows '"name":"depth","type":"integer","default":1,"minimum":1.0,"maximum":1000.0' "$ICSWEEP" tasks augmented --json
says 'task "augmentd" does not exist.*' "$ICSWEEP" tasks augmentd

# Suggestions are similar names or known short forms. Without one, the message says how to list all names.
says '--set lr=1: .*"lr", did you mean learning_rate\? icsweep tasks augmented lists them' "$ICSWEEP" plan good.toml --set lr=1
says '--set foo=1: .*"foo"; icsweep tasks augmented lists them' "$ICSWEEP" plan good.toml --set foo=1
says 'there is no command "stauts", did you mean status\? .*' "$ICSWEEP" stauts good.h5
says '--id -1: no identity starts with it; .*' "$ICSWEEP" export good.h5 --id -1

# Under a quiet mpirun, icsweep's line is the only one.
for arguments in "good.toml -o new.h5 --fo" "good.toml -o new.h5 --set foo=1" "none.toml -o new.h5"; do
  # shellcheck disable=SC2086
  says '.*' "$MPIEXEC" --quiet --oversubscribe -n 3 "$ICSWEEP" run $arguments
  [ "$(wc -l <screen.txt)" = 1 ] || fail "run $arguments under mpirun: $(cat screen.txt)"
done

# Names of files.
shows '1 experiment: 1 done' "$ICSWEEP" run good.toml -o s
shows '1 done' "$ICSWEEP" status s
for store in '' -; do says "run: \"$store\" names no output, .*" "$ICSWEEP" run good.toml -o "$store"; done
says 'run: "-" names no sweep, .*' "$ICSWEEP" run - -o new.h5
says 'report: -o x.pdf: a report is a page, name it .html' "$ICSWEEP" report good.h5 -o x.pdf
says 'export: "-" names no output, .*' "$ICSWEEP" export good.h5 --id 0 --array test_mse -o -

# Times in Slurm's format, and settings on the command line.
shows 'within 30m' "$ICSWEEP" plan good.toml --walltime 00:30:00
shows '1 done' "$ICSWEEP" run good.toml -o settings.h5 --set keep_weights=true --set 'time_limit="00:30:00"'
"$ICSWEEP" export settings.h5 --id 0 --weights -o weights.safetensors || fail "--set keep_weights=true kept no weights"

# Formulas in any order, a sweep without a name, a single experiment.
printf '[[grid]]\ntask = "trajectory"\nderive = { dim = "length / 2", length = "seed + 20" }\nseed = [0, 2]\n' >derived.toml
shows '^derived.toml: 2 experiments' "$ICSWEEP" plan derived.toml
shows 'under 0.01 core-hours' "$ICSWEEP" plan derived.toml
shows '2 done' "$ICSWEEP" run derived.toml -o derived.h5
shows '^20,10$|^22,11$' "$ICSWEEP" query derived.h5 "SELECT length, dim FROM trajectory" --format csv
shows '^derived.h5: sweep "derived"' "$ICSWEEP" status derived.h5
shows '^good.toml: 1 experiment$' "$ICSWEEP" plan good.toml

# Statuses in --help, and complete lists.
shows '^ *75  stopped early' "$ICSWEEP" run --help
shows '^fig5 +partly +augmented .* with depth = 2, 3, 4, 5, 6$' "$ICSWEEP" figure good.h5 --list
grep -q '\.\.\.' screen.txt && fail "a list is cut in a pipe: $(cat screen.txt)"
shows '"figure":"fig5","held":"partly"' "$ICSWEEP" figure good.h5 --list --json
says 'good.toml: where.*|--only: .*"and" at character 11 is no operator here, write &&' "$ICSWEEP" plan good.toml --only 'depth < 3 and dim > 1'
says 'run: --hang-after -1: use 0 or more seconds' "$ICSWEEP" run good.toml -o new.h5 --hang-after -1
[ -e new.h5 ] && fail "bad input made a store"

# Wrong values, draws and functions in a sweep file.
wrong() { # PATTERN LINES: says the pattern of a grid with these lines
  printf '[[grid]]\ntask = "augmented"\n%b\n' "$2" >wrong.toml
  says "$1" "$ICSWEEP" plan wrong.toml --points
}
wrong 'wrong.toml:3: depth = 1\.0: must be an integer' 'depth = 1.0'
wrong 'wrong.toml:3: learning_rate = "1e-3": must be a number' 'learning_rate = "1e-3"'
wrong 'wrong.toml:3: step in learning_rate does not go with log_uniform, remove it' 'learning_rate = { log_uniform = [0.1, 1], step = 0.1 }\nsample = { count = 2 }'
wrong 'wrong.toml:4: epochs in derive: there is no function cbrt \(character 1\), use one of .*ceil.*' 'depth = [1, 2]\nderive = { epochs = "cbrt(2.5*depth)" }'
wrong 'wrong.toml:3: haar is a text, write quotes: "haar"' 'context = haar'
says '--set task=plain: the task of a grid cannot be set, edit the sweep file' "$ICSWEEP" plan good.toml --set task=plain
says "x y.h5: there is no such store; make one with: icsweep run SWEEP.toml -o 'x y.h5'" "$ICSWEEP" status 'x y.h5'

# One value is one experiment. Shown values are those that were given.
printf '[[grid]]\ntask = "regression"\nnoise = [0.0, -0.0]\n' >zero.toml
[ "$("$ICSWEEP" plan zero.toml --points | wc -l)" = 1 ] || fail "0.0 and -0.0: $("$ICSWEEP" plan zero.toml --points)"
cat >give.py <<'END'
import json
import sys

print('{"icsweep":1}', flush=True)
for line in sys.stdin:
    order = json.loads(line)
    if "run" in order:
        x = order["parameters"]["x"]
        y = {"nan": "nan", "minus": "-inf"}.get(x, x)
        print('{"run":%d,"results":{"y":%s,"c":[1,2]}}' % (order["run"], y), flush=True)
END
own() { # FILE X NAME [RESULTS]
  printf '[[grid]]\ntask = "program"\nprogram.name = "%s"\nprogram.command = ["python3", "give.py"]\nprogram.results = %s\nprogram.files = ["give.py"]\nx = %s\n' \
    "$3" "${4:-[\"y\", \"c[2]\"]}" "$2" >"$1"
}
own exact.toml '[0.3, 0.30000000000000004, 1.7976931348623157e308]' m
"$ICSWEEP" run exact.toml -o exact.h5 --allow-code 2>run.log || fail "$(cat run.log)"
[ "$(one exact.h5 "SELECT count(*), sum(x = y) FROM m")" = 3,3 ] || fail "values are not shown as given: $(query exact.h5 "SELECT x, y FROM m")"
[ "$("$ICSWEEP" top exact.h5 m y --by x | grep -c '^ *0\.3')" = 2 ] || fail "$("$ICSWEEP" top exact.h5 m y --by x)"
shows 'no setting has 3 seeds done, the most is 1: use --min-seeds 1' "$ICSWEEP" top exact.h5 m y --by x --min-seeds 3
own words.toml '["nan", "minus"]' words
"$ICSWEEP" run words.toml -o words.h5 --allow-code 2>run.log || fail "$(cat run.log)"
[ "$(one words.h5 "SELECT count(*) FROM words")" = 2 ] || fail "C's names of numbers are not kept as texts: $(query words.h5 "SELECT x, y, status, message FROM words_all")"

# Names that SQL cannot distinguish are refused before anything runs.
own first.toml 1 p
sed 's/"p"/"p_c"/' first.toml | cat first.toml - >both.toml
says 'both.toml:[0-9]*: task p and task p_c would both have the table "p_c" in SQL, .*' "$ICSWEEP" plan both.toml --points --allow-code
own other.toml 1 p_all
"$ICSWEEP" run first.toml -o names.h5 --allow-code 2>run.log || fail "$(cat run.log)"
says 'task p and task p_all would both have the table "p_all" in SQL, .*' "$ICSWEEP" run other.toml -o names.h5 --add --allow-code

# Output that cannot be written, and files beyond a limit.
if [ -e /dev/full ]; then
  for arguments in "query exact.h5" "status exact.h5" "tasks" "version" "plan good.toml --points" "query --help"; do
    # shellcheck disable=SC2086
    "$ICSWEEP" $arguments >/dev/full 2>error.txt && fail "$arguments succeeds on a full disk"
    grep -q '^icsweep: standard output cannot be written (.*): the output is incomplete$' error.txt || fail "$arguments: $(cat error.txt)"
  done
fi
"$ICSWEEP" query exact.h5 | head -n 1 >/dev/null || fail "query fails if its reader closes the pipe"
(
  ulimit -f 20000
  "$ICSWEEP" run good.toml --set 'seed={count=60000}' -o limited.h5 >/dev/null 2>error.txt
  [ $? = 2 ] && tail -n 1 error.txt | grep -q '^icsweep: limited.h5'
) || fail "the run beyond ulimit -f: $(cat error.txt)"
! ls | grep '^limited' || fail "files are left: $(ls)"

# Scripts for Slurm.
says 'slurm: --time 1x: write minutes, .*' "$ICSWEEP" slurm good.toml s.h5 --ntasks 2 --time 1x
shows '^#SBATCH --time=01:30:00$' "$ICSWEEP" slurm good.toml s.h5 --ntasks 2 --time 1h30m
says 'slurm: --jobs and --array: use one of them' "$ICSWEEP" slurm good.toml s.h5 --ntasks 2 --array 1-20 --jobs 3
says 'slurm: --jobs -1: must be at least 1' "$ICSWEEP" slurm good.toml s.h5 --ntasks 2 --jobs -1
says 'slurm: output nowhere/x.log: there is no folder nowhere, make it first' "$ICSWEEP" slurm good.toml s.h5 --ntasks 2 --sbatch output=nowhere/x.log
for rank in 0 1; do
  SLURM_JOB_ID=9 SLURM_STEP_NUM_TASKS=2 SLURM_PROCID="$rank" "$ICSWEEP" run good.toml -o new.h5 2>"error$rank.txt" && [ "$rank" = 0 ] && fail "tasks of a Slurm job without PMI run"
done
grep -q '^icsweep: srun started 2 tasks that do not know each other: use srun --mpi=pmix, or mpirun$' error0.txt && [ ! -s error1.txt ] || fail "$(cat error0.txt error1.txt)"

# Axes from the smallest to the largest numbers.
if command -v gnuplot >/dev/null; then
  for x in 1e-307 1e300; do
    own log.toml "[1.0, $x]" log
    "$ICSWEEP" run log.toml -o log.h5 --allow-code 2>run.log || fail "$(cat run.log)"
    for axes in "--log y" "--log xy" ""; do
      # shellcheck disable=SC2086  # several words
      (limit_memory; timeout 300 "$ICSWEEP" plot log.h5 log --y y --x x $axes -o log.svg >plot.txt 2>&1) || fail "$axes up to $x: $(cat plot.txt)"
    done
  done
fi

# A plot leaves out experiments that the latest sweep does not plan, as a query does, and prints their number.
if command -v gnuplot >/dev/null; then
  sweep earlier.toml "[1, 2]" 1 1
  sweep later.toml "[2]" 1 1
  "$ICSWEEP" run earlier.toml -o sweeps.h5 >screen.txt 2>&1 && "$ICSWEEP" run later.toml -o sweeps.h5 >screen.txt 2>&1 || fail "the run of the second sweep: $(cat screen.txt)"
  # shellcheck disable=SC2086  # $shape is several words
  for shape in "--y test_mse --x depth" "--pareto test_mse,seconds"; do
    shows '^augmented leaves out 1 of earlier sweeps \(augmented_all has them\)$' "$ICSWEEP" plot sweeps.h5 augmented $shape -o latest.svg
    "$ICSWEEP" plot sweeps.h5 augmented $shape --all -o every.svg >screen.txt 2>&1 || fail "plot --all: $(cat screen.txt)"
    ! grep -q "leaves out" screen.txt || fail "plot --all leaves out: $(cat screen.txt)"
    ! cmp -s <(grep -v "<desc>" latest.svg) <(grep -v "<desc>" every.svg) || fail "plot $shape draws earlier sweeps without --all"
  done
fi
echo "every case is answered"
