# shellcheck shell=bash
# Sourced by every_task.sh and code.sh: reads the results that must not depend on disturbances, of $tasks; $with_weights: those that keep weights.
: "${tasks:?tasks}" "${with_weights:?tasks}"

# rows STORE: of every experiment that has ended, the cells that must not depend on disturbances.
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
