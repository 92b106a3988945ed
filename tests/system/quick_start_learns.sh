#!/usr/bin/env bash
# Figure 5 at quick scale learns at every depth: the median of five seeds is better than gradient descent, worse than
# least squares, and falls with depth. The median counts, since rounding decides the result of a single seed of a deep
# stack.
. "$(dirname "$0")/common.sh"
: "${SWEEPS:?the folder of sweep files}"
ranks 2 "$ICSWEEP" run "$SWEEPS/fig5.toml" --scale quick --set 'seed={count=5}' -o fig5.h5 2>run.log || fail "the run: $(cat run.log)"
query fig5.h5 "SELECT depth, test_mse, gd_mse, floor_mse FROM augmented_all WHERE status = 'done' ORDER BY depth, test_mse" | tr -d '\r' | awk -F, '
  NR == 1 { next }
  { row[$1]++ }
  row[$1] == 3 { printf "depth %s: %.4f, gradient descent %.4f, least squares %.4f\n", $1, $2, $3, $4; good += $2 < $3 && $2 > $4 && ($1 == 1 || $2 < last); last = $2 }
  row[$1] == 5 { whole++ }
  END { exit !(good == 6 && whole == 6) }' || fail "at some depth the median is worse than gradient descent, better than least squares, or above the previous depth"
