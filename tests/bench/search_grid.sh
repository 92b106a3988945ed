# shellcheck shell=bash
# Sourced by race_table.sh and search_finds.sh. Makes small problems of a task on which searches are judged.
# search_grid TASK PROBLEMS SEEDS: sets the names curve (judged by a rung), final, resource, axis and size (these two
# distinguish the problems), and grid (the text of the grid with 27 learning rates).
# shellcheck disable=SC2034  # the caller uses the names
search_grid() {
  local data='sequences = 128 batch = 32 test_sequences = 32'
  curve=loss final=train_mse resource=epochs axis=heads size=length
  case $1 in
    augmented) axis=depth data="dim = 2 $data" ;;
    plain | ablation) data="dim = 2 $data" ;;
    regression) curve=step_validation final=validation resource=steps axis=depth size=examples
      data='dim = 2 batch = 16 width = 8 heads = 2 checkpoints = 81 prompts = 64' ;;
    *) echo "$1: the task must be augmented, plain, ablation or regression" >&2; exit 2 ;;
  esac
  # shellcheck disable=SC2086  # words
  grid=$(
    printf '%s\n' '[[grid]]' "task = \"$1\""
    printf '%s %s %s\n' $data
    printf '%s\n' "$resource = 81" "$axis = { from = 1, to = 4 }" "$size = { from = 6, to = $((5 + $2 / 4)) }" \
      'learning_rate = { log_from = 1e-4, log_to = 1.0, count = 27 }' "seed = { count = $3 }"
  )
}
