#!/usr/bin/env bash
# undisturbed_fails.sh [NAME...]: checks that a test with a disturbance fails without it. Runs each system test (or
# those named) whose script disturbs. It runs once per disturbing line, with this line doing nothing, and must fail.
# Disturbances at random moments are left out together. BUILD is the build folder. RESULTS, if set, is a file that gets
# one line per run.
: "${BUILD:?the build folder}"
here=$(cd "$(dirname "$0")" && pwd)
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# A call at the beginning of a line or after &&,
#
# or ;.
surely='^ *([^#]*[;&|{] *)?(send|freeze|kill_child|cut_off|make_only|disturbed) |^ *mended$|\<undisturbed (\|\||&&) '
randomly='\<(strike|freeze_living|killed_launch) |^\. .*kill_at_random\.sh'
shared='^(common|attack|hosts|slurm|kill_at_random|undisturbed_fails)$' # files that tests source, and this one
names=("$@")
[ $# -gt 0 ] || mapfile -t names < <(grep -lE "$surely|$randomly" "$here"/*.sh | sed 's|.*/||; s|\.sh$||' | grep -vE "$shared")
[ ${#names[@]} -gt 40 ] || [ $# -gt 0 ] || { echo "FAILED: only ${#names[@]} tests disturb"; exit 1; }

# left_out NAME: prints the lines of its script to leave out, one run per line: line numbers, or all
left_out() {
  if grep -qE "$randomly" "$here/$1.sh"; then echo all; else
    grep -nE "$surely" "$here/$1.sh" | grep -vE '^[0-9]+:[a-z_]+\(\)' | cut -d: -f1
  fi
}
# test_of NAME: prints the first test with this script, if possible one that is not slow
test_of() {
  { ctest --test-dir "$BUILD" -N -LE slow -R "^system\.$1([^a-z_]|$)"; ctest --test-dir "$BUILD" -N -R "^system\.$1([^a-z_]|$)"; } |
    sed -n 's/^ *Test *#[0-9]*: //p' | head -n 1
}
# end_processes_in FOLDER: ends the processes that an undisturbed test has left running, and removes the folder
end_processes_in() {
  local process
  for process in /proc/[0-9]*; do
    [[ $(readlink "$process/cwd") != "$1"/* ]] || kill -KILL "${process#/proc/}"
  done 2>>"$log"
  rm -rf "$1"
}
failed=0 caught=0 skipped=""
for name in "${names[@]}"; do
  test=$(test_of "$name")
  [ -n "$test" ] || { echo "FAILED: $name.sh is no test"; exit 1; }
  for line in $(left_out "$name"); do
    folder=$(mktemp -d "${TMPDIR:-/tmp}/XXXXXX") || exit 1
    TMPDIR=$folder ICSWEEP_UNDISTURBED=$line ctest --test-dir "$BUILD" -V -R "^${test//./\\.}$" >"$log" 2>&1
    result=$(sed -nE 's/^ *[0-9]+\/[0-9]+ Test +#[0-9]+: [^ ]+ \.*( *\*+)? *(Passed|Failed|Skipped|Timeout) +([0-9.]+) sec.*/\2 \3/p' "$log")
    end_processes_in "$folder"
    case $result in
      Failed* | Timeout*) caught=$((caught + 1)) ;;
      Skipped*) skipped+=" $test" ;;
      *) echo "$test: $result without line $line"; failed=1 ;;
    esac
    [ -z "${RESULTS:-}" ] || echo "$test $line ${result:-not run} $(grep -aoE -m 1 '(FAILED|skipped): .*' "$log" | cut -c 1-150)" >>"$RESULTS"
    case $result in Skipped*) break ;; esac
  done
done
[ $caught -gt 0 ] || { echo "FAILED: no test ran"; exit 1; }
[ $failed = 0 ] || { echo "FAILED: a test passes without its disturbance"; exit 1; }
echo "tests fail without their disturbances, $caught times${skipped:+; skipped:$skipped}"
