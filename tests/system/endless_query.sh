#!/usr/bin/env bash
# A query without an end prints its rows at once, stays within its memory limit, and ends on Ctrl-C.
. "$(dirname "$0")/common.sh"
small_store
endless='WITH RECURSIVE n(i) AS (SELECT 1 UNION SELECT i + 1 FROM n) SELECT i, i * i FROM n'
for format in table csv json; do
  (limit_memory; exec timeout -s INT 4 "$ICSWEEP" query store.h5 "$endless" --format $format >rows.txt 2>err.txt)
  [ $? = 124 ] || fail "--format $format is not ended by Ctrl-C: $(cat err.txt)"
  [ ! -s err.txt ] || fail "--format $format: $(cat err.txt)"
  rm rows.txt
done
(limit_memory; exec timeout -s INT 4 "$ICSWEEP" query store.h5 "SELECT count(*) FROM ($endless) JOIN ($endless)" >rows.txt 2>err.txt)
[ $? = 124 ] || fail "a join is not ended by Ctrl-C: $(cat err.txt)"
echo "endless queries end on Ctrl-C"
