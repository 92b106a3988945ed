# shellcheck shell=bash
# Sourced after common.sh. Makes a sweep over samplers in Python and C, a program and a module, and reads its results.
: "${BUILD:?the build folder}" "${PROJECT:?the source}"
export ICSWEEP_PYTHON=${ICSWEEP_PYTHON:-python3}
here=$(cd "$(dirname "$0")" && pwd)
cp "$here"/code/* "$PROJECT"/jobs/examples/polynomials.py .
cc -O2 -shared -fPIC -I "$BUILD/include" "$PROJECT/jobs/examples/polynomials.c" -o c_polynomials.so -lm || fail "the sampler in C is not built"
mkdir include && ln -s "$PROJECT" include/icsweep
version=$(sed -n 's/.*ICSWEEP_INTERFACE=\\"\(.*\)\\".*/\1/p' "$BUILD/icsweepConfig.cmake")
c++ -O2 -std=c++20 -shared -fPIC -DICSWEEP_INTERFACE="\"$version\"" -I include -I "$PROJECT" "$PROJECT/jobs/examples/task/nearest.cpp" -o libnearest.so ||
  fail "the module is not built"
tasks="regression_polynomials regression_c_polynomials walk nearest"
# shellcheck disable=SC2034  # for the tests that source this
run_code=("$ICSWEEP" --tasks ./libnearest.so run code.toml --allow-code)
with_weights="regression_polynomials regression_c_polynomials"
. "$here/undisturbed.sh"
