#!/usr/bin/env bash
# The host with the coordinator, which holds the lease, is frozen and cut off: jobs/launch.sh, named LAUNCH, waits until the lease has stood
# still for long enough and goes on with the other host. When the old coordinator and its worker thaw, the one during the new launch, the other
# after its end, they stop without changing anything.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/attack.sh"
. "$(dirname "$0")/hosts.sh"
set_up_hosts
sweep s.toml "[1, 2]" 1500 6
reference s.toml whole.h5
export OMPI_MCA_oob_tcp_keepalive_time=1 OMPI_MCA_oob_tcp_keepalive_probes=2 # to be done sooner
on h1 "$LAUNCH" -H h2:2,h3:2 s.toml s.h5 --checkpoint-every 0.1 >launch.log 2>&1 &
launcher=$!
await 20 "checkpoints" test -e s.h5.checkpoints
coordinator=$(sed 's/.*"pid":\([0-9]*\).*/\1/' s.h5.lease)
worker=$(pids_on h2 icsweep | grep -vx "$coordinator")
kill -STOP $(pids_on h2 orted) "$coordinator" $worker || fail "not frozen: '$coordinator' '$worker'"
cut_off h2
cut=$(date +%s)

second() { [ "$(grep -c 'to do on' launch.log)" = 2 ]; }
await 75 "the second launch" second
grep -q 'launch.sh: h2 does not answer, going on without it' launch.log || fail "not relaunched without h2: $(cat launch.log)"
began=$(date +%s)
kill -CONT "$coordinator"
await 20 "the old coordinator stops" gone "$coordinator"
wait $launcher || fail "exit $?: $(cat launch.log)"
equal s.h5 whole.h5
cp s.h5 before.h5
kill -CONT "$worker"
await 20 "its worker stops" gone "$worker"
cmp s.h5 before.h5 || fail "the old worker wrote: $(diff <(query s.h5 "SELECT * FROM augmented") <(query before.h5 "SELECT * FROM augmented"))"
[ "$(query s.h5 "SELECT count(*) FROM augmented WHERE host = 'h2' AND finished > $cut + 1" | tail -n 1)" = 0 ] || fail "the old coordinator wrote"
[ "$(ls -A | grep -c '^s.h5')" = 1 ] || fail "left beside the store: $(ls -A)"
echo "taken over after $((began - cut)) s"
