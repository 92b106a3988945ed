#!/usr/bin/env bash
# race_table.sh [TASK [PROBLEMS [SEEDS]]]: runs the whole grids of as many small problems of a task, 27 learning rates each, and prints their table, on
# which race_finds and peers/race_peer.py search. A line each experiment: problem, number of the setting, seed, share of its steps that it
# made, final error (empty unless it is done), and the curve that a rung looks at, one number a checkpoint, 81 in all. RANKS: of mpirun, else 1.
set -eu
: "${ICSWEEP:?the program}"
task=${1:-augmented} problems=${2:-100} seeds=${3:-10} folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
. "$(dirname "$0")/search_grid.sh"
search_grid "$task" "$problems" "$seeds"
printf '%s\n' "$grid" >"$folder/grid.toml"
${RANKS:+mpirun -q -n "$RANKS"} "$ICSWEEP" run "$folder/grid.toml" -o "$folder/grid.h5" 2>"$folder/run.log" || { cat "$folder/run.log" >&2; exit 2; }
"$ICSWEEP" query "$folder/grid.h5" "SELECT $axis * 1000 + $size AS problem, dense_rank() OVER (ORDER BY learning_rate) - 1 AS setting, seed,
  min(1.0, last_step / max(last_step) OVER ()) AS share, iif(status = 'done', $final, NULL) AS final, curve FROM ${task}_all JOIN
  (SELECT experiment, group_concat(iif(value IS NULL, 'nan', value), ' ') AS curve FROM ${task}_all_$curve GROUP BY 1) USING (experiment)
  ORDER BY 1, 2, 3" --format csv
