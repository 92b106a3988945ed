#!/usr/bin/env bash
# Code of the user's own gives the same digests on one rank and on three, on one thread and on two, from another folder, and in a process of its
# own after a crash; its stores are read without leave; an edit makes new experiments.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/code.sh"
"${run_code[@]}" -o one.h5 2>run.log || fail "one rank: $(cat run.log)"
ranks 3 "${run_code[@]}" -o three.h5 2>run.log || fail "three ranks: $(cat run.log)"
"${run_code[@]}" --threads 2 -o threads.h5 2>run.log || fail "two threads: $(cat run.log)"
(cd / && "$ICSWEEP" --tasks "$folder/libnearest.so" run "$folder/code.toml" --allow-code -o "$folder/elsewhere.h5") 2>run.log || fail "elsewhere: $(cat run.log)"
rows one.h5 | sort >one.csv
for other in three threads elsewhere; do rows $other.h5 | sort | cmp - one.csv || fail "$other: $(rows $other.h5 | sort | diff - one.csv)"; done

# After a kill each experiment runs in a process of its own.
ranks 2 "${run_code[@]}" -o "$folder/killed.h5" 2>killed.log &
launcher=$!
await 60 "a launch" grep -q 'to do on' killed.log
# shellcheck disable=SC2046  # several processes
send KILL $(pgrep -f -- "--allow-code -o $folder/killed.h5")
wait $launcher 2>/dev/null
[ $? = 137 ] || fail "the launch was not killed: $(cat killed.log)"
ranks 2 "${run_code[@]}" -o "$folder/killed.h5" 2>run.log || fail "after a kill: $(cat run.log)"
grep -q 'in a process of its own' run.log || fail "not in processes of their own: $(cat run.log)"
rows killed.h5 | sort | cmp - one.csv || fail "after a kill: $(rows killed.h5 | sort | diff - one.csv)"

# Reading needs no leave, planning and running do, and nothing is left behind.
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
# Exported weights have the names and shapes of the compiled task's, though export knows no sampler.
arrays() { "$ICSWEEP" export "$@" | sed -n 's/^  \([a-z0-9._]* *[0-9x]*\).*/\1/p' | grep '[a-z] .*[0-9]'; }
{ sed -n '/^task = "regression"/,/^$/p' code.toml | sed '/^$/q; s/^function.*//'; } >settings.txt
{ echo '[[grid]]' && cat settings.txt; } >twin.toml
"$ICSWEEP" run twin.toml -o twin.h5 2>run.log || fail "the compiled twin: $(cat run.log)"
arrays twin.h5 --id 0 --task regression | grep weight >twin.txt
arrays one.h5 --id 0 --task regression_polynomials | grep weight >sampled.txt
[ "$(wc -l <twin.txt)" -ge 5 ] && cmp twin.txt sampled.txt || fail "names of weights: $(diff twin.txt sampled.txt)"
"$ICSWEEP" --tasks ./libnearest.so plan code.toml --allow-code >plan.txt || fail "plan"
grep -q '^walk: 4 experiments' plan.txt || fail "$(cat plan.txt)"

# An edited sampler is another experiment; the old rows stay.
sed -i 's/uniform(-1, 1/uniform(-2, 2/' polynomials.py
"${run_code[@]}" -o one.h5 2>run.log || fail "edited: $(cat run.log)"
[ "$(query one.h5 "SELECT count(*), count(DISTINCT code) FROM regression_polynomials_all" | tail -n 1 | tr -d '\r')" = 4,2 ] || fail "an edit is not noticed"
[ "$(query one.h5 "SELECT count(*) FROM regression_polynomials" | tail -n 1 | tr -d '\r')" = 2 ] || fail "old rows are still planned"
echo "samplers in Python and C, a program and a module: 10 experiments, equal on 1 and 3 ranks, 2 threads, from another folder, in processes of their own"
