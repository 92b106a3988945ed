# shellcheck shell=bash
# Sourced after common.sh: lays out a sweep over samplers in Python and C, a program and a module, and reads its results.
: "${BUILD:?the build folder}" "${PROJECT:?the source}"
export ICSWEEP_PYTHON=${ICSWEEP_PYTHON:-python3}
here=$(cd "$(dirname "$0")" && pwd)
cp "$here"/code/* "$PROJECT"/jobs/examples/polynomials.py .
cc -O2 -shared -fPIC -I "$BUILD/include" "$PROJECT/jobs/examples/polynomials.c" -o c_polynomials.so -lm || fail "the sampler in C is not built"
mkdir include && ln -s "$PROJECT" include/icsweep
version=$(sed -n 's/.*ICSWEEP_INTERFACE=\\"\(.*\)\\".*/\1/p' "$BUILD/icsweepConfig.cmake")
c++ -O2 -std=c++20 -shared -fPIC -DICSWEEP_INTERFACE="\"$version\"" -I include -I "$PROJECT" "$PROJECT/jobs/examples/task/nearest.cpp" -o libnearest.so ||
  fail "the module is not built"
code_tasks="regression_polynomials regression_c_polynomials walk nearest"
# shellcheck disable=SC2034  # for the tests that source this
run_code=("$ICSWEEP" --tasks ./libnearest.so run code.toml --allow-code)
rows() {
  local task
  for task in $code_tasks; do
    query "$1" "SELECT '$task', identity, status, digest FROM ${task}_all WHERE status != 'pending'" 2>>rows.err | tail -n +2
  done
}
weights() {
  local identity
  for identity in $(for t in regression_polynomials regression_c_polynomials; do query "$1" "SELECT identity FROM $t WHERE status = 'done'" | tail -n +2; done); do
    "$ICSWEEP" export "$1" --id "$identity" --weights -o w.safetensors && sha256sum w.safetensors | sed "s/w.*/$identity/"
  done | sort
}
