#!/usr/bin/env bash
# race_table.sh [TASK [PROBLEMS [SEEDS]]]: runs the whole grids of as many small problems of a task, 27 learning rates each, and prints their
# table, on which race_finds and peers/race_peer.py search. A line each experiment: problem, number of the setting, seed, share of its steps
# that it made, final error (empty unless it is done), and the curve that a rung looks at, one number a checkpoint, 81 in all.
# TASK "optimiser": the shipped sweep of that name at its scale quick, 15 settings at depth 1 and at depth 2, 40 checkpoints; PROBLEMS
# means nothing. RANKS: of mpirun, else 1.
set -eu
: "${ICSWEEP:?the program}"
task=${1:-augmented} problems=${2:-100} seeds=${3:-10} folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
. "$(dirname "$0")/search_grid.sh"
sweep=$folder/grid.toml options=() settings=learning_rate
if [ "$task" = optimiser ]; then
  sweep=$(dirname "$0")/../../jobs/sweeps/optimiser.toml options=(--scale quick --set "depth=[1,2]" --set "seed=[$(seq -s , 0 $((seeds - 1)))]")
  task=augmented problem=depth settings='learning_rate, schedule, warmup, clip, ema' curve=loss final=train_mse
else
  search_grid "$task" "$problems" "$seeds"
  problem="$axis * 1000 + $size"
  printf '%s\n' "$grid" >"$sweep"
fi
${RANKS:+mpirun -q -n "$RANKS"} "$ICSWEEP" run "$sweep" "${options[@]}" -o "$folder/grid.h5" 2>"$folder/run.log" || { cat "$folder/run.log" >&2; exit 2; }
"$ICSWEEP" query "$folder/grid.h5" "SELECT $problem AS problem, dense_rank() OVER (ORDER BY $settings) - 1 AS setting, seed,
  min(1.0, last_step / max(last_step) OVER ()) AS share, iif(status = 'done', $final, NULL) AS final, curve FROM ${task}_all JOIN
  (SELECT experiment, group_concat(iif(value IS NULL, 'nan', value), ' ') AS curve FROM ${task}_all_$curve GROUP BY 1) USING (experiment)
  ORDER BY 1, 2, 3" --format csv
