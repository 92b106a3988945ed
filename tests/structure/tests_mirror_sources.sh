#!/usr/bin/env bash
# tests_mirror_sources.sh ROOT: checks that each test has the folder and name of its source. The test of a source,
# header or folder A/X is tests/A/X_test.cpp or tests/A/X_ASPECT_test.cpp; "mpi" is such an aspect. Tests of several
# sources are exceptions, listed below.
set -u
cd "${1:?the folder of the project}" || exit 2

# Tests of several sources.
exceptions=(
  models/allocation           # a training step of both models
  models/kernels/kernel_gradients  # every backward kernel, against finite differences
  models/kernels/reductions   # sums over lanes: linear, merge, squared_error
)

tests=0 wrong=0 excused=()
while read -r test; do
  tests=$((tests + 1))
  name=${test#tests/} name=${name%_test.cpp} begin=$name
  until [ -e "$begin.cpp" ] || [ -e "$begin.hpp" ] || [ -d "$begin" ]; do
    [[ ${begin##*/} == *_* ]] || { begin=; break; }
    begin=${begin%_*}
  done
  [ -z "$begin" ] || continue
  if [[ " ${exceptions[*]} " == *" $name "* ]]; then
    excused+=("$name")
  else
    echo "FAILED: $test has no source: there is no ${name}.cpp, .hpp or folder, nor one named by its first words" >&2
    wrong=1
  fi
done < <(find tests/engine tests/io tests/models tests/tasks -name '*_test.cpp' | LC_ALL=C sort)
[ $tests -ge 100 ] || { echo "FAILED: only $tests tests were found" >&2; exit 1; }
for name in "${exceptions[@]}"; do
  [[ " ${excused[*]} " == *" $name "* ]] || { echo "FAILED: $name no longer needs an exception" >&2; wrong=1; }
done
[ $wrong = 0 ] && echo "$tests tests mirror the sources, ${#excused[@]} of them test several"
exit $wrong
