#!/usr/bin/env bash
# A host is cut off for 5 s: nobody minds. Then for good, where its ranks are out of everyone's reach: one is frozen, one lives on. jobs/launch.sh,
# named LAUNCH, goes on with the other two hosts; the rank that lives stops when the lease is another's, and the one that thaws after
# the end changes no byte of the store.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/attack.sh"
. "$(dirname "$0")/hosts.sh"
set_up_hosts
sweep s.toml "[1, 2]" 1000 9
reference s.toml whole.h5
launch() { # STORE
  on h1 "$LAUNCH" -H h1:2,h2:2,h3:2 s.toml "$1" --checkpoint-every 0.1 >launch.log 2>&1 &
  launcher=$!
  await 20 "checkpoints" test -e "$1.checkpoints"
}

launch s.h5
cut_off h3
began=$SECONDS
on h1 "$OMPI_MCA_plm_rsh_agent" h3 true 2>agent.log && fail "h3 is not cut off"
sleep $((5 - (SECONDS - began)))
mend h3
wait $launcher || fail "cut off for 5 s: exit $?: $(cat launch.log)"
grep -q launch.sh launch.log && fail "cut off for 5 s: $(cat launch.log)"
equal s.h5 whole.h5
rm s.h5

launch s.h5
kill -STOP $(pids_on h3 orted) || fail "no orted on h3"
read -r frozen lives <<<"$(pids_on h3 icsweep | tr '\n' ' ')"
kill -STOP "$frozen"
cut_off h3
cut=$(date +%s)
wait $launcher || fail "cut off for good: exit $?: $(cat launch.log)"
grep -q 'launch.sh: h3 does not answer, going on without it' launch.log || fail "not relaunched without h3: $(cat launch.log)"
[ "$(grep -c 'to do on' launch.log)" = 2 ] || fail "not two launches: $(cat launch.log)"
equal s.h5 whole.h5
cp s.h5 before.h5
await 20 "the rank that lived on stops" gone "$lives"
kill -CONT "$frozen"
await 20 "the rank that was frozen stops" gone "$frozen"
cmp s.h5 before.h5 || fail "the late rank wrote: $(diff <(query s.h5 "SELECT * FROM augmented") <(query before.h5 "SELECT * FROM augmented"))"
[ "$(query s.h5 "SELECT count(*) FROM augmented WHERE host = 'h3' AND finished > $cut + 20" | tail -n 1)" = 0 ] || fail "h3 wrote after the relaunch"
[ "$(ls -A | grep -c '^s.h5')" = 1 ] || fail "left beside the store: $(ls -A)"
echo "5 s: nothing; for good: went on without h3, whose late ranks changed nothing"
