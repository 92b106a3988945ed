#!/usr/bin/env bash
# A guest is in one long step while the leader is killed and another guest leads. When the step ends, the guest writes
# nothing for the dead launch, joins the one that leads now, and helps until the sweep is complete.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/fleet_common.sh"
ICSWEEP=$RUN_POISON
expect_deaths
# The two costliest experiments wait within a step until something is written into the file `touched`.
cat >s.toml <<END
[sweep]
name = "long"
[[grid]]
task = "poison"
how = "await"
steps = 400
death = 100
seed = { count = 2 }
[[grid]]
task = "poison"
steps = 100
seed = { count = 20 }
END
start() { # NAME: starts a launch of one rank
  : >"$1.log"
  "$MPIEXEC" -n 1 "$ICSWEEP" run s.toml -o s.h5 --join --checkpoint-every 0.2 >"$1.log" 2>&1 &
}
start leader
leader=$!
await "the leader" grep -q 'to do on' leader.log
start first
first=$!
await "the first guest" grep -q 'helps the launch on' first.log
steps() { "$ICSWEEP" status s.h5 2>/dev/null | grep -o ' step [1-9][0-9]*/400'; }
in_long_steps() { # both have begun, and their steps stay the same
  local before
  before=$(steps)
  [ "$(grep -c . <<<"$before")" = 2 ] && sleep 1.5 && [ "$(steps)" = "$before" ]
}
await "both are in a long step" in_long_steps
start second
second=$!
await "the second guest" grep -q 'helps the launch on' second.log
mapfile -t all < <(all_of "$leader")
send KILL "${all[@]}"
await "the second guest leads" grep -q 'to do on' second.log
mapfile -t old < <(ls s.h5.checkpoints)
printf xxx >touched
wait "$second" || fail "status $? of the launch that leads: $(cat second.log)"
wait "$first" || fail "status $? of the guest in a long step: $(cat first.log)"
wait
[ "$(grep -c 'helps the launch on' first.log)" -ge 2 ] || fail "the guest did not join the next leader: $(cat first.log)"
[ ${#old[@]} -gt 0 ] || fail "there was no checkpoint"
sums=$(query s.h5 "SELECT count(*) FROM poison_all WHERE status = 'done' AND attempts = 1 AND sum = steps * (steps + 1) / 2 + seed")
[ "$(tail -n 1 <<<"$sums" | tr -d '\r')" = 22 ] || fail "the store has $(query s.h5 "SELECT seed, status, attempts, sum FROM poison_all")"
"$ICSWEEP" verify s.h5 >verify.txt 2>&1 || fail "$(cat verify.txt)"
echo "a guest in a long step joined the next leader: it helped $(one s.h5 "SELECT count(*) FROM launch_guests WHERE launch = 2") time"
