#!/usr/bin/env bash
# A launch with --walltime: at its end, resumable experiments are saved. Others start only if they can end in time; if
# they never can, a line reports it.
. "$(dirname "$0")/common.sh"
grid() { printf '[[grid]]\ntask = "poison"\nsteps = %s\nresumable = %s\nseed = { count = %s }\n' "$1" "$2" "$3"; }
of() { query "$1" "SELECT steps, status FROM poison_all ORDER BY steps, seed" | tail -n +2 | tr '\r\n' '  ' | tr -s ' '; }

grid 300 1 2 >long.toml
"$RUN_POISON" run long.toml -o long.h5 --walltime 2 2>log
[ $? = 75 ] || fail "$(cat log)"
grep -q '2 left, 1 of them saved at [1-9][0-9] %: run the same command to resume' log || fail "$(cat log)"
[ "$(ls long.h5.checkpoints | wc -l)" = 1 ] || fail "no experiment was saved: $(ls -R)"
SLURM_JOB_ID=1 SLURM_JOB_END_TIME=$(($(date +%s) + 3)) "$RUN_POISON" run long.toml -o long.h5 2>log
[ $? = 75 ] || fail "the launch in a Slurm job: $(cat log)"
grep -q '1 experiment resumes from its checkpoint' log || fail "$(cat log)"
"$RUN_POISON" run long.toml -o long.h5 2>log || fail "$(cat log)"

{ grid 50 0 2; grid 800 0 1; } >whole.toml
"$RUN_POISON" run whole.toml -o whole.h5 --walltime 6s 2>log
[ $? = 2 ] || fail "$(cat log)"
grep -q 'whole.h5: what is left cannot be interrupted and needs more than the 6s of this launch (1 of 3 experiments): give' log || fail "$(cat log)"
[ "$(of whole.h5)" = "50,done 50,done 800,pending " ] || fail "$(of whole.h5)"
ranks 2 "$RUN_POISON" run whole.toml -o whole.h5 --walltime 1m 2>log || fail "$(cat log)"
[ "$(of whole.h5)" = "50,done 50,done 800,done " ] || fail "$(of whole.h5)"

# An experiment that fails during the measurement of its speed counts as failed. If it then kills the launch, it counts
# as crashed after the next launch.
{ grid 50 0 2; grid 60 0 1 | sed 's/poison"/poison"\nhow = "throw"/'; } >odd.toml
"$RUN_POISON" run odd.toml -o odd.h5 --walltime 60 2>log
[ $? = 1 ] && [ "$(of odd.h5)" = "50,done 50,done 60,failed " ] || fail "$(of odd.h5): $(cat log)"
sed -i s/throw/segfault/ odd.toml
expect_deaths
for _ in 1 2; do "$RUN_POISON" run odd.toml -o odd.h5 --walltime 60 >log 2>&1; done
[ $? = 1 ] && grep -q '2 done, 1 crashed' log || fail "$(cat log)"
echo "experiments are saved at the end, and only those start that can end"
