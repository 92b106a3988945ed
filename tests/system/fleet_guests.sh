#!/usr/bin/env bash
# fleet_guests.sh [killed|frozen|stopped]: a launch that helps another ends. Without an argument all cases run at once,
# since they mostly wait. Its experiments resume elsewhere, and a guest that was given up writes nothing when it wakes.
. "$(dirname "$0")/scenarios.sh"
[ $# -gt 0 ] || all_at_once killed frozen stopped
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/fleet_common.sh"
ICSWEEP=$RUN_POISON
expect_deaths
counting s.toml 8 6
lead s.toml s.h5
help_with s.toml s.h5
await "experiments on all ranks" checkpoints 4
mapfile -t all < <(all_of "$helper")
case $1 in
  killed) send KILL "${all[@]}" ;;
  frozen) freeze "${all[@]}" ;;
  stopped) send USR1 "$helper" ;;
esac
if [ "$1" = stopped ]; then
  wait "$helper"
  [ $? = 75 ] && grep -q 'experiments in flight are saved, and others continue them' guest.log || fail "the stopped guest: $(cat guest.log)"
else
  await "the leader notices" grep -q 'is lost: others continue its experiments' leader.log
fi
wait "$leader" || fail "status $? of the leader: $(cat leader.log)"
if [ "$1" = frozen ]; then
  cp s.h5 before.h5
  thaw "${all[@]}"
  wait "$helper"
  status=$?
  cmp s.h5 before.h5 || fail "the woken guest has written"
  [ $status = 0 ] || fail "the woken guest: status $status, $(cat guest.log)"
  rm before.h5
fi
wait
expect_sums s.h5 8 6
[ "$(one s.h5 "SELECT count(*) FROM poison_all WHERE attempts != 1")" = 0 ] || fail "an experiment ran twice"
declare -A partings=([killed]=lost [frozen]=silent [stopped]=stopped)
parting=$(one s.h5 "SELECT parting FROM launch_guests WHERE first = 2 AND last = 3 AND left_at > joined")
[ "$parting" = "${partings[$1]}" ] || fail "the store says of the guest: $parting"
"$ICSWEEP" status s.h5 | grep -q "ranks 2 to 3 of host .*, process .*: joined 20.*Z, $parting 20.*Z" || fail "status: $("$ICSWEEP" status s.h5)"
[ "$("$ICSWEEP" status s.h5 --json | python3 -c 'import json, sys; print(json.load(sys.stdin)["helpers"][0]["parting"])')" = "$parting" ] || fail "status --json"
echo "a guest was $1: $(grep -c . leader.log) lines of the leader"
