#!/usr/bin/env bash
# code_kills.sh [KILLS]: kills a sweep over samplers in Python and C, a program and a module at 100 (or KILLS) random
# moments. Rows and weights equal those of an undisturbed run, and no child outlives the launch.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/code.sh"
random_from 11; within=150  # the interpreters and the program take time to start
wanted=${1:-100}
run=("${run_code[@]}" --checkpoint-every 0.02 -o)
"${run[@]}" whole.h5 2>run.log || fail "undisturbed run: $(cat run.log)"
rows whole.h5 | sort >whole.csv
weights whole.h5 >whole.weights
planned=$(wc -l <whole.csv)
[ "$planned" = 10 ] || fail "undisturbed run: $(cat whole.csv)"
[ "$(wc -l <whole.weights)" = 4 ] || fail "weights: $(cat whole.weights)"
. "$here/kill_at_random.sh"
none_left() { ! pgrep -f "$folder" >pids.txt; }
await "the end of all processes" none_left
