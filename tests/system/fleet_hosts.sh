#!/usr/bin/env bash
# Launches on three hosts (network namespaces) join one store. One host is cut off: its launch ends, the others continue
# its experiments. A launch without a way to the leader says so and ends with 75.
. "$(dirname "$0")/common.sh"
experiments=14
. "$(dirname "$0")/fleet_on_hosts.sh"
grep -q '"door":"tcp://10.9.0.1:' s.h5.lease || fail "the leader listens elsewhere: $(cat s.h5.lease)"
shown() { "$ICSWEEP" status s.h5 >status.txt && grep -q 'with ranks [24] to [35] of host h3, process' status.txt; }
await "status shows the guests" shown
cut_off h3
began=$SECONDS
on h3 "$ICSWEEP" run s.toml -o s.h5 --join 2>apart.log
status=$?
took=$((SECONDS - began))
[ $status = 75 ] && [ "$(wc -l <apart.log)" = 1 ] && grep -q 's.h5: cannot connect to the launch that is writing it (host h1, process .*, at tcp://10.9.0.1:' apart.log ||
  fail "a launch that is cut off: status $status, $(cat apart.log)"
await "the leader notices" grep -q 'host h3, process .* is lost: others continue its experiments' h1.log
lost=$(date +%s)+3
wait "$third" # 0: everything had ended when it looked again
status=$?
[ $status = 70 ] || [ $status = 75 ] || [ $status = 0 ] || fail "the launch on h3: status $status, $(cat h3.log)"
wait "$second" || fail "the launch on h2: status $?, $(cat h2.log)"
wait "$leader" || fail "the launch on h1: status $?, $(cat h1.log)"
expect_sums s.h5 $experiments 5
[ "$(one s.h5 "SELECT count(*) FROM poison_all WHERE host = 'h2'")" -gt 0 ] || fail "h2 computed nothing"
[ "$(one s.h5 "SELECT count(*) FROM poison_all WHERE host = 'h3' AND finished > $lost")" = 0 ] || fail "h3 wrote after it was given up"
echo "three hosts, one cut off; a launch without a network ended after $took s with 75"
