#!/usr/bin/env bash
# The same sweep on 1, 2 and 4 ranks, and without mpirun, gives bit-identical results.
. "$(dirname "$0")/common.sh"
sweep s.toml "[1, 2, 3]" 20 3
"$ICSWEEP" run s.toml -o 0.h5 2>0.log || fail "the run without mpirun: $(cat 0.log)"
for n in 1 2 4; do
  ranks "$n" "$ICSWEEP" run s.toml -o "$n.h5" 2>"$n.log" || fail "the run on $n ranks: $(cat "$n.log")"
  [ "$(count "$n.h5" done)" = 9 ] || fail "not all experiments on $n ranks are done"
  [ "$(digests "$n.h5")" = "$(digests 0.h5)" ] || fail "$n ranks differ from a run without mpirun"
  grep -q '9 experiments: 9 done' "$n.log" || fail "$n ranks: no summary in $(cat "$n.log")"
done
[ "$(query 4.h5 'SELECT count(DISTINCT rank) > 1 FROM augmented_all' | tail -n 1)" = 1 ] || fail "one rank ran all experiments"
[ "$(ls | grep -vcE '\.(h5|log|toml)$')" = 0 ] || fail "files are left: $(ls)"
echo "1, 2 and 4 ranks agree on 9 experiments"
