#!/usr/bin/env bash
# Code of the user gives the same digests on one and three ranks, on one and two threads, from another folder, and in
# its own process after a crash. Its stores are read without --allow-code. An edit makes new experiments.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/code.sh"
"${run_code[@]}" -o one.h5 2>run.log || fail "the run on one rank: $(cat run.log)"
ranks 3 "${run_code[@]}" -o three.h5 2>run.log || fail "the run on three ranks: $(cat run.log)"
"${run_code[@]}" --threads 2 -o threads.h5 2>run.log || fail "the run on two threads: $(cat run.log)"
(cd / && "$ICSWEEP" --tasks "$folder/libnearest.so" run "$folder/code.toml" --allow-code -o "$folder/elsewhere.h5") 2>run.log || fail "the run from another folder: $(cat run.log)"
rows one.h5 | sort >one.csv
for other in three threads elsewhere; do rows $other.h5 | sort | cmp - one.csv || fail "$other.h5 has other rows: $(rows $other.h5 | sort | diff - one.csv)"; done

# After a kill, each experiment runs in its own process.
ranks 2 "${run_code[@]}" -o "$folder/killed.h5" 2>killed.log &
launcher=$!
await "a launch" grep -q 'to do on' killed.log
# shellcheck disable=SC2046  # several processes
send KILL $(pgrep -f -- "--allow-code -o $folder/killed.h5")
wait $launcher 2>/dev/null
[ $? = 137 ] || fail "the launch was not killed: $(cat killed.log)"
ranks 2 "${run_code[@]}" -o "$folder/killed.h5" 2>run.log || fail "the run after a kill: $(cat run.log)"
grep -q 'in a process of its own' run.log || fail "the experiments did not run in their own processes: $(cat run.log)"
rows killed.h5 | sort | cmp - one.csv || fail "the killed store has other rows: $(rows killed.h5 | sort | diff - one.csv)"

# Reading needs no permission; planning and running need --allow-code. No file is left.
for command in "query one.h5" "status one.h5" "verify one.h5" "top one.h5 regression_polynomials last_index --by function_degree" \
  "plot one.h5 walk --y path --by size -o walk.svg" "report one.h5 -o one.html" "export one.h5 --id 0 --task walk --array path -o path.npy"; do
  # shellcheck disable=SC2086  # words
  "$ICSWEEP" $command >read.txt 2>&1 || fail "$command: $(cat read.txt)"
done
for command in plan simulate "run -o x.h5"; do
  # shellcheck disable=SC2086  # words
  "$ICSWEEP" $command code.toml >refused.txt 2>&1 && fail "$command runs code"
  [ "$(cat refused.txt)" = "icsweep: code.toml:4: this sweep would run code: polynomials.py, c_polynomials.so, python3 walk.py (walk.py); look at it, then add --allow-code" ] ||
    fail "$command: $(cat refused.txt)"
done
[ ! -e x.h5 ] || fail "a refused run leaves a store"
# Exported weights have the names and shapes of the compiled task, although export does not know the sampler.
arrays() { "$ICSWEEP" export "$@" | sed -n 's/^  \([a-z0-9._]* *[0-9x]*\).*/\1/p' | grep '[a-z] .*[0-9]'; }
{ sed -n '/^task = "regression"/,/^$/p' code.toml | sed '/^$/q; s/^function.*//'; } >settings.txt
{ echo '[[grid]]' && cat settings.txt; } >twin.toml
"$ICSWEEP" run twin.toml -o twin.h5 2>run.log || fail "the run of the compiled task: $(cat run.log)"
arrays twin.h5 --id 0 --task regression | grep weight >twin.txt
arrays one.h5 --id 0 --task regression_polynomials | grep weight >sampled.txt
[ "$(wc -l <twin.txt)" -ge 5 ] && cmp twin.txt sampled.txt || fail "the names of the weights differ: $(diff twin.txt sampled.txt)"
"$ICSWEEP" --tasks ./libnearest.so plan code.toml --allow-code >plan.txt || fail "plan fails"
grep -q '^walk: 4 experiments' plan.txt || fail "$(cat plan.txt)"

# An edited sampler is a new experiment; the old rows stay.
sed -i 's/uniform(-1, 1/uniform(-2, 2/' polynomials.py
"${run_code[@]}" -o one.h5 2>run.log || fail "the run with the edited sampler: $(cat run.log)"
[ "$(query one.h5 "SELECT count(*), count(DISTINCT code) FROM regression_polynomials_all" | tail -n 1 | tr -d '\r')" = 4,2 ] || fail "an edit is not noticed"
[ "$(query one.h5 "SELECT count(*) FROM regression_polynomials" | tail -n 1 | tr -d '\r')" = 2 ] || fail "old rows are still planned"
echo "samplers in Python and C, a program and a module: 10 experiments, equal on 1 and 3 ranks, 2 threads, from another folder, and in their own processes"
