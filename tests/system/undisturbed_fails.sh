#!/usr/bin/env bash
# undisturbed_fails.sh [NAME...]: a test of a disturbance fails if the disturbance does not happen. Runs each system test (or those named) whose
# script disturbs, with disturbances that do nothing, and expects it to fail. BUILD is the build folder.
: "${BUILD:?the build folder}"
here=$(cd "$(dirname "$0")" && pwd)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
disturbs='^[^#]*(\<(send|strike|freeze|kill_child|cut_off|make_only|killed_launch) |undisturbed \|\|)|^\. .*kill_at_random\.sh'
shared='^(common|attack|hosts|slurm|kill_at_random|undisturbed_fails)$' # files that tests source, and this one
names=("$@")
[ $# -gt 0 ] || mapfile -t names < <(grep -lE "$disturbs" "$here"/*.sh | sed 's|.*/||; s|\.sh$||' | grep -vE "$shared")
[ ${#names[@]} -gt 20 ] || [ $# -gt 0 ] || { echo "FAILED: only ${#names[@]} tests disturb"; exit 1; }
failed=0 caught=0 skipped=""
for name in "${names[@]}"; do
  ICSWEEP_UNDISTURBED=1 ctest --test-dir "$BUILD" -R "^system\.$name([0-9]|$)" >"$log" 2>&1
  while read -r test result; do
    case $result in
      Failed | Timeout) caught=$((caught + 1)) ;;
      Skipped) skipped+=" $test" ;;
      *) echo "$test: $result without its disturbance"; failed=1 ;;
    esac
  done < <(sed -nE 's/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: ([^ ]+) \.*( *\*+)? *(Passed|Failed|Skipped|Timeout).*/\1 \3/p' "$log")
done
[ $caught -gt 0 ] || { echo "FAILED: no test ran"; exit 1; }
[ $failed = 0 ] || { echo "FAILED: a test passes without its disturbance"; exit 1; }
echo "$caught tests fail without their disturbance${skipped:+; skipped:$skipped}"
