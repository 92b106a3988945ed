#!/usr/bin/env bash
# Runs clang-tidy on the sources that differ from a commit:  tests/tidy.sh [COMMIT]
# The default is the commit at which this branch left origin/main. Changes that are not committed count too. A changed
# header is checked with the source or test of its name.
set -eu
cd "$(dirname "$0")/.."
command -v clang-tidy >/dev/null || { echo "tidy.sh: clang-tidy is missing, install clang-tidy"; exit 77; }
base=${1:-$(git merge-base origin/main HEAD)}
git cat-file -e "$base^{commit}" 2>/dev/null || base=HEAD~1  # the first push of a branch has no earlier commit

sources() {
  local file twin
  git diff --name-only --diff-filter=d "$base" -- 'engine/*.[ch]pp' 'io/*.[ch]pp' 'tasks/*.[ch]pp' 'models/*.[ch]pp' 'tests/*.[ch]pp' | while read -r file; do
    twin=${file%.hpp}
    for file in "${twin%.cpp}.cpp" "tests/${twin}_test.cpp"; do if [ -f "$file" ]; then echo "$file" && break; fi; done
  done | sort -u
}
mapfile -t files < <(sources)
[ ${#files[@]} -gt 0 ] || { echo "no sources differ from $base"; exit 0; }
build=build/tidy
mkdir -p $build
cmake --preset release -B $build -DICSWEEP_TESTS=ON -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ >$build/log.txt 2>&1 || { tail -n 20 $build/log.txt; exit 2; }
ninja -C $build engine/ledger/generated/engine/ledger/build_identity.hpp >>$build/log.txt 2>&1 || { tail -n 20 $build/log.txt; exit 2; }
printf '%s\n' "${files[@]}" | xargs -n 1 -P "$(nproc)" clang-tidy -p $build --quiet
echo "clang-tidy finds nothing in ${#files[@]} sources"
