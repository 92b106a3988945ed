#!/usr/bin/env bash
# Cases that people who tried icsweep stumbled over: each command does what they meant, or its last line says what to write instead.
. "$(dirname "$0")/common.sh"
sweep good.toml "[1]" 1 1
"$ICSWEEP" run good.toml -o good.h5 2>/dev/null || fail "the good sweep"

# says PATTERN COMMAND...: expects status 2, and a last line on the screen that is icsweep's and matches
says() {
  local pattern=$1; shift
  "$@" >screen.txt 2>&1
  local status=$?
  [ $status = 2 ] || fail "exit status $status of: $* ($(cat screen.txt))"
  tail -n 1 screen.txt | grep -qE "^icsweep: $pattern\$" || fail "$* ends in: $(tail -n 3 screen.txt)"
}
# shows PATTERN COMMAND...: expects success, and the pattern in the output
shows() {
  local pattern=$1; shift
  "$@" >screen.txt 2>&1 || fail "$* failed: $(cat screen.txt)"
  grep -qE -e "$pattern" screen.txt || fail "$* does not say $pattern: $(cat screen.txt)"
}

# Tasks and their parameters, before there is a store.
shows '^augmented +Transformers' "$ICSWEEP" tasks
shows '^depth +1 +1 to 1000 +Transformer layers' "$ICSWEEP" tasks augmented
shows '^attention +linear +linear, softmax ' "$ICSWEEP" tasks augmented
[ "$(awk '{ if (length > 80) print }' screen.txt)" = "" ] || fail "too wide: $(cat screen.txt)"
shows '"name":"depth","type":"integer","default":1,"minimum":1.0,"maximum":1000.0' "$ICSWEEP" tasks augmented --json
says 'task "augmentd" does not exist.*' "$ICSWEEP" tasks augmentd

# Suggestions are near names or known short forms; without one the message says how to list all.
says '--set lr=1: .*"lr", did you mean learning_rate\? icsweep tasks augmented lists them' "$ICSWEEP" plan good.toml --set lr=1
says '--set foo=1: .*"foo"; icsweep tasks augmented lists them' "$ICSWEEP" plan good.toml --set foo=1
says 'there is no command "stauts", did you mean status\? .*' "$ICSWEEP" stauts good.h5
says '--id -1: no identity begins so; .*' "$ICSWEEP" export good.h5 --id -1

# Under a quiet mpirun icsweep's line is the only one.
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

# Times as Slurm writes them, settings on the command line.
shows 'within 30m' "$ICSWEEP" plan good.toml --walltime 00:30:00
shows '1 done' "$ICSWEEP" run good.toml -o settings.h5 --set keep_weights=true --set 'time_limit="00:30:00"'
"$ICSWEEP" export settings.h5 --id 0 --weights -o weights.safetensors || fail "--set keep_weights=true kept none"

# Formulas in any order, a sweep without a name, one experiment.
printf '[[grid]]\ntask = "trajectory"\nderive = { dim = "length / 2", length = "seed + 20" }\nseed = [0, 2]\n' >derived.toml
shows '^derived.toml: 2 experiments' "$ICSWEEP" plan derived.toml
shows 'under 0.01 core-hours' "$ICSWEEP" plan derived.toml
shows '2 done' "$ICSWEEP" run derived.toml -o derived.h5
shows '^20,10$|^22,11$' "$ICSWEEP" query derived.h5 "SELECT length, dim FROM trajectory" --format csv
shows '^derived.h5: sweep "derived"' "$ICSWEEP" status derived.h5
shows '^good.toml: 1 experiment$' "$ICSWEEP" plan good.toml

# Exit statuses in --help, and lists that are complete.
shows '^ *75  stopped early' "$ICSWEEP" run --help
shows '^fig5 +partly +augmented .* with depth = 2, 3, 4, 5, 6$' "$ICSWEEP" figure good.h5 --list
grep -q '\.\.\.' screen.txt && fail "cut in a pipe: $(cat screen.txt)"
shows '"figure":"fig5","held":"partly"' "$ICSWEEP" figure good.h5 --list --json
says 'good.toml: where.*|--only: .*"and" at character 11 is no operator here, write &&' "$ICSWEEP" plan good.toml --only 'depth < 3 and dim > 1'
says 'run: --hang-after -1: use 0 or more seconds' "$ICSWEEP" run good.toml -o new.h5 --hang-after -1
[ -e new.h5 ] && fail "bad input made a store"
echo "nothing to stumble over"
