#!/usr/bin/env bash
# A sweep on three hosts over TCP. Each host trains a part, and all results equal those of one rank.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/attack.sh"
. "$(dirname "$0")/hosts.sh"
set_up_hosts
sweep s.toml "[1, 2]" 400 9
reference s.toml whole.h5
mpirun_on h1:2,h2:2,h3:2 "$ICSWEEP" run s.toml -o s.h5 2>run.log || fail "status $?: $(cat run.log)"
grep -q '18 to do on 6 ranks' run.log || fail "the number of ranks is not six: $(cat run.log)"
equal s.h5 whole.h5
trained=$(query s.h5 "SELECT DISTINCT host FROM augmented_all ORDER BY host" | tail -n +2 | tr '\n' ' ')
[ "$trained" = "h1 h2 h3 " ] || fail "only these hosts trained: $trained"
[ "$(ls -A | grep -c '^s.h5')" = 1 ] || fail "files are left beside the store: $(ls -A)"
echo "18 experiments on h1, h2 and h3 as on one rank"
