#!/usr/bin/env bash
# race_table.sh [TASK [PROBLEMS [SEEDS]]]: runs the whole grids of PROBLEMS small problems of a task, with 27 learning
# rates each, and prints their table. race_finds and peers/race_peer.py search this table. A line per experiment has the
# problem, the number of the setting, the seed, the share of the steps that were made, the final error (empty unless
# done), and the curve that a rung judges, with one number for each of 81 checkpoints.
# TASK "optimiser" is the shipped sweep of that name at scale quick: 15 settings at depths 1 and 2, with 40 checkpoints;
# PROBLEMS is ignored. RANKS is the number of ranks for mpirun; by default, mpirun is not used.
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
