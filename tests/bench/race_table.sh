#!/usr/bin/env bash
# race_table.sh [TASK [PROBLEMS [SEEDS]]]: runs the whole grids of as many small problems of a task, 27 learning rates each, and prints their table, on
# which race_finds and peers/race_peer.py search. A line each experiment: problem, number of the setting, seed, share of its steps that it
# made, final error (empty unless it is done), and the curve that a rung looks at, one number a checkpoint, 81 in all. RANKS: of mpirun, else 1.
set -eu
: "${ICSWEEP:?the program}"
task=${1:-augmented} problems=${2:-100} seeds=${3:-10} folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
curve=loss final=train_mse resource=epochs axis=heads size=length
data='sequences = 128 batch = 32 test_sequences = 32'
case $task in
  augmented) axis=depth data="dim = 2 $data" ;;
  plain | ablation) data="dim = 2 $data" ;;
  regression) curve=step_validation final=validation resource=steps axis=depth size=examples
    data='dim = 2 batch = 16 width = 8 heads = 2 checkpoints = 81 prompts = 64' ;;
  *) echo "$task: take augmented, plain, ablation or regression" >&2; exit 2 ;;
esac
# shellcheck disable=SC2086  # words
{
  printf '%s\n' '[[grid]]' "task = \"$task\""
  printf '%s %s %s\n' $data
  printf '%s\n' "$resource = 81" "$axis = { from = 1, to = 4 }" "$size = { from = 6, to = $((5 + problems / 4)) }" \
    'learning_rate = { log_from = 1e-4, log_to = 1.0, count = 27 }' "seed = { count = $seeds }"
} >"$folder/grid.toml"
${RANKS:+mpirun -q -n "$RANKS"} "$ICSWEEP" run "$folder/grid.toml" -o "$folder/grid.h5" 2>"$folder/run.log" || { cat "$folder/run.log" >&2; exit 2; }
"$ICSWEEP" query "$folder/grid.h5" "SELECT $axis * 1000 + $size AS problem, dense_rank() OVER (ORDER BY learning_rate) - 1 AS setting, seed,
  min(1.0, last_step / max(last_step) OVER ()) AS share, iif(status = 'done', $final, NULL) AS final, curve FROM ${task}_all JOIN
  (SELECT experiment, group_concat(iif(value IS NULL, 'nan', value), ' ') AS curve FROM ${task}_all_$curve GROUP BY 1) USING (experiment)
  ORDER BY 1, 2, 3" --format csv
