#!/usr/bin/env bash
# kills.sh [KILLS]: runs every task, kills the launch at 100 (or KILLS) random moments, sometimes asks it to stop, and
# resumes with the same command. At the end, every row and all weights equal those of an undisturbed run.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/every_task.sh"
random_from 7
wanted=${1:-100}
run=("$ICSWEEP" run whole.toml --scale small --checkpoint-every 0.02 -o)
"${run[@]}" whole.h5 2>run.log || fail "undisturbed run: $(cat run.log)"
rows whole.h5 | sort >whole.csv
weights whole.h5 >whole.weights
planned=$(wc -l <whole.csv)
[ "$planned" -ge 27 ] || fail "undisturbed run: $planned rows"
[ "$(cut -d, -f1 whole.csv | sort -u | wc -l)" = "$(wc -w <<<"$tasks")" ] || fail "not every task has rows: $(cat whole.csv)"

. "$here/kill_at_random.sh"
