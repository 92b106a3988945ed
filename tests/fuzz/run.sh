#!/usr/bin/env bash
# Builds the fuzz targets with clang and runs each, one per core at once:  tests/fuzz/run.sh [RUNS|SECONDSs] [TARGET...]
# The default is 1000000 runs of every target; 600s runs each for ten minutes. The stored inputs run first. New inputs
# are written to build/fuzz/corpus/TARGET, and findings to build/fuzz/found. To keep the useful inputs:
#   build/fuzz/fuzz_TARGET -merge=1 tests/fuzz/corpus/TARGET build/fuzz/corpus/TARGET
set -eu
cd "$(dirname "$0")/../.."
limit=-runs=1000000
case ${1-} in
  [0-9]*s) limit=-max_total_time=${1%s} && shift ;;
  [0-9]*) limit=-runs=$1 && shift ;;
esac
command -v clang++ >/dev/null || { echo "run.sh: clang++ is missing, install clang"; exit 77; }
build=build/fuzz
mkdir -p $build/found
cmake -S . -B $build -G Ninja -DCMAKE_CXX_COMPILER=clang++ -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=None -DCMAKE_UNITY_BUILD=ON "-DCMAKE_CXX_FLAGS=-O1 -gline-tables-only" -DICSWEEP_TESTS=OFF \
  -DICSWEEP_FUZZ=ON >$build/log.txt 2>&1 || { cat $build/log.txt; exit 2; }
[ $# -gt 0 ] || set -- $(ls tests/fuzz/corpus)
ninja -C $build "${@/#/fuzz_}" >>$build/log.txt 2>&1 || { tail -n 30 $build/log.txt; exit 2; }

run() {
  local target=$1 kept=tests/fuzz/corpus/$1 dictionary=tests/fuzz/$1.dict log=$build/$1.log
  mkdir -p "$build/corpus/$target"
  local options=("$limit" -timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=1024 -max_len=4096 -print_final_stats=1
    -artifact_prefix="$build/found/$target-")
  [ ! -f "$dictionary" ] || options+=(-dict="$dictionary")
  if nice -n 10 "$build/fuzz_$target" "${options[@]}" "$build/corpus/$target" "$kept" >"$log" 2>&1; then
    echo "$target: $(sed -n 's/^Done \(.*\) second(s)/\1 s/p' "$log")"
  else
    echo "$target: a finding, see $log"
    return 1
  fi
}

failed=0
running=0
for target in "$@"; do
  run "$target" &
  running=$((running + 1))
  [ $running -lt "$(nproc)" ] || { wait -n || failed=1; running=$((running - 1)); }
done
while [ $running -gt 0 ]; do wait -n || failed=1; running=$((running - 1)); done
exit $failed
