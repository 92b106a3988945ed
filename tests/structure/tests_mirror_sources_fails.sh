#!/usr/bin/env bash
# tests_mirror_sources_fails.sh ROOT: checks in a copy of the names that tests_mirror_sources.sh reports a test without
# a source, and an unneeded exception.
set -u
root=${1:?the folder of the project}
check=$(dirname "$(realpath "$0")")/tests_mirror_sources.sh
folder=$(mktemp -d) || exit 1
trap 'rm -rf "$folder"' EXIT
fail() { printf 'FAILED: %s\n' "$*" >&2; exit 1; }
(cd "$root" && find engine io models tasks tests -name '*.?pp') | while read -r name; do
  mkdir -p "$folder/$(dirname "$name")" && : >"$folder/$name"
done

"$check" "$folder" >/dev/null || fail "the unchanged copy has a fault"
for name in engine/scheduler engine/launch/scheduled io/base/planted_mpi models/kernels/kernel; do
  : >"$folder/tests/${name}_test.cpp"
  said=$("$check" "$folder" 2>&1) && fail "${name}_test.cpp is accepted"
  [[ $said == "FAILED: tests/${name}_test.cpp has no source"* ]] || fail "for ${name}_test.cpp it printed: $said"
  rm "$folder/tests/${name}_test.cpp"
done
mv "$folder/tests/models/allocation_test.cpp" "$folder/tests/models/aligned_test.cpp"
"$check" "$folder" 2>&1 | grep -q "models/allocation no longer needs an exception" || fail "an unneeded exception is not reported"
echo "five planted faults are found"
