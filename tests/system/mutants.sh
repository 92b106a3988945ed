#!/usr/bin/env bash
# The store loses no rows because of the order of its writes. Two programs with another order (mutants.cmake) mark a
# row as done before they write or flush it. They must fail the test of power cuts.
. "$(dirname "$0")/common.sh"
: "${MUTANTS:?programs}"
[ -z "$sanitized" ] || skip "a sanitizer must be the first library"
for mutant in $MUTANTS; do
  ICSWEEP=$mutant "$(dirname "$0")/power_cuts.sh" 60 >cuts.log 2>&1 && fail "$(basename "$mutant") passes: $(cat cuts.log)"
  grep -q 'a row that counted was torn\|finished rows do not match' cuts.log || fail "$(basename "$mutant") fails for another reason: $(cat cuts.log)"
  echo "$(basename "$mutant") is caught: $(grep -o '[0-9]* of [0-9]*' cuts.log | head -n 1) power cuts"
done
