#!/usr/bin/env bash
# The leader's host is cut off from the network, but the store's disk is not. The guests save their experiments, neither
# lead nor end, and help again when the link returns.
. "$(dirname "$0")/common.sh"
experiments=36
. "$(dirname "$0")/fleet_on_hosts.sh"
cut_off h1
for host in h2 h3; do
  await "$host waits" grep -q 'cannot connect now to the launch that is writing it .*; waits for the network or for its end' $host.log
done
kill -0 "$second" && kill -0 "$third" || fail "a guest has ended: $(cat h2.log h3.log)"
for host in h2 h3; do grep -q 'to do on' $host.log && fail "$host leads beside a living leader: $(cat $host.log)"; done
mend h1
again() { [ "$(grep -c 'helps the launch on host h1' "$1.log")" -ge 2 ]; }
for host in h2 h3; do await "$host helps again" again $host; done
for launch in "$second" "$third" "$leader"; do wait "$launch" || fail "status $? of a launch: $(cat h1.log h2.log h3.log)"; done
expect_sums s.h5 $experiments 5
[ "$(one s.h5 "SELECT count(*) FROM poison_all WHERE attempts != 1")" = 0 ] || fail "an experiment ran twice"
[ "$(one s.h5 "SELECT count(*) FROM launches")" = 1 ] || fail "several launches led"
echo "the leader was cut off: guests waited and helped again, $(one s.h5 "SELECT count(*) FROM launch_guests") stays of guests"
