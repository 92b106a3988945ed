#!/usr/bin/env bash
# No test fails because a machine is busy: nothing but a benchmark compares a duration with an upper bound, and waiting
# for an event has a generous limit.
. "$(dirname "$0")/common.sh"
mapfile -t sources < <(tracked 'tests/*.cpp' ':!tests/bench')
mapfile -t scripts < <(tracked 'tests/system/*.sh')
bounds() {
  grep -nE 'EXPECT_L[TE]\([^,]*::now\(\)|ASSERT_L[TE]\([^,]*::now\(\)' "${sources[@]}"
  grep -nE 'for _ in (\$\(seq|\{1\.\.).*sleep|\btimeout [0-9]{1,2} ' "${scripts[@]}" | grep -vE '^tests/system/(slurm|chaos|hosts|serve)\.sh:' # cleanup, and what must not answer
  grep -nE '\$?(took|lasted|elapsed|SECONDS - [a-z]+|date \+%s\) - [a-z]+)\)*"? -l[te] ' "${scripts[@]}" | grep -v 'while '
}
found=$(bounds | grep -v report_large.sh) # slow: made by hand, with times that are printed
[ -z "$found" ] || fail "a test bounds a duration; wait for an event with 'await' instead:
$found"
