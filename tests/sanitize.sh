#!/usr/bin/env bash
# Builds with sanitizers and runs the tests that they can check:  tests/sanitize.sh address|thread [CTEST OPTIONS]
# address: finds wrong addresses, leaks and undefined behaviour in the default tests of tests/run.sh.
# thread: finds data races in the tests of code with threads or signals.
set -eu
cd "$(dirname "$0")/.."
. tests/suite.sh
case ${1:-} in
  address)
    preset=dev targets=()
    choose_tests "${@:2}"
    ;;
  thread)
    preset=tsan targets=(--target icsweep run_poison models_tests engine_tests store_tests launch_tests)
    choose_tests -R '^(ThreadTeam|SumTree|LaneGradient|Sharing|Isolated|ExpectedTick|StopSignal|LaunchPulse|store_tests|launch_tests|system\.(poison|progress|kills30|stopped_run_resumes|killed_run_resumes))' "${@:2}"
    ;;
  *) sed -n '2s/^[^:]*: *//p' "$0" >&2; exit 2 ;;
esac
# Before version 18 the sanitizer's allocator may be locked when a process forks, and the child waits for ever.
compiler=clang
for version in 22 21 20 19 18; do
  command -v clang++-$version >/dev/null && compiler=clang-$version && break
done
cxx=${compiler/clang/clang++}
command -v "$cxx" >/dev/null || { echo "sanitize.sh: clang++ is missing, install clang-19 libclang-rt-19-dev"; exit 77; }
cmake --preset $preset -DCMAKE_C_COMPILER="$compiler" -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_UNITY_BUILD=ON "${build_options[@]}"
cmake --build --preset $preset "${targets[@]}"
exec ctest --test-dir build/$preset --output-on-failure "${selection[@]}"
