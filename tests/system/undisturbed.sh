# shellcheck shell=bash
# Sourced by every_task.sh and code.sh. Reads the results of $tasks that must not depend on disturbances. $with_weights
# are the tasks that keep weights.
: "${tasks:?tasks}" "${with_weights:?tasks}"

# rows STORE: prints the cells of every ended experiment that must not depend on disturbances.
rows() {
  local task
  for task in $tasks; do
    query "$1" "SELECT '$task', identity, status, digest FROM ${task}_all WHERE status != 'pending'" 2>>rows.err | tail -n +2
  done
}
weights() {
  local identity
  for identity in $(for t in $with_weights; do query "$1" "SELECT identity FROM $t WHERE status = 'done'" | tail -n +2; done); do
    "$ICSWEEP" export "$1" --id "$identity" --weights -o w.safetensors && sha256sum w.safetensors | sed "s/w.*/$identity/"
  done | sort
}
