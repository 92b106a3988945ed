#!/usr/bin/env bash
# fleet_leader.sh [stopped|killed|frozen]: the leader of three launches ends. Without an argument all cases run at once,
# since they mostly wait. Another launch leads, and no result is lost or written twice. The times are printed.
. "$(dirname "$0")/scenarios.sh"
[ $# -gt 0 ] || all_at_once stopped killed frozen
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/fleet_common.sh"
ICSWEEP=$RUN_POISON
expect_deaths
counting s.toml 30 3
lead s.toml s.h5
help_with s.toml s.h5
first=$helper
mv guest.log first.log
help_with s.toml s.h5
second=$helper
await "experiments on all ranks" checkpoints 6
began=$(date +%s)
mapfile -t all < <(all_of "$leader")
case $1 in
  stopped) send USR1 "$leader" ;;
  killed) send KILL "${all[@]}" ;;
  frozen) freeze "${all[@]}" ;;
esac
led() { grep -q 'to do on' guest.log first.log; }
await "another launch leads" led
led=$(($(date +%s) - began))
resumed() { [ "$(one s.h5 "SELECT count(*) FROM poison_all WHERE launch >= 2 AND status = 'done'" 2>/dev/null)" -gt 0 ] 2>/dev/null; }
await "a result of the next launch" resumed
took=$(($(date +%s) - began))
if [ "$1" = stopped ]; then
  wait "$leader"
  [ $? = 75 ] || fail "the stopped leader: $(cat leader.log)"
fi
wait "$first" || fail "status $? of the first guest: $(cat first.log)"
wait "$second" || fail "status $? of the second guest: $(cat guest.log)"
if [ "$1" = frozen ]; then
  cp s.h5 before.h5
  thaw "${all[@]}"
  wait "$leader"
  status=$?
  cmp s.h5 before.h5 || fail "the woken leader has written"
  [ $status = 70 ] && grep -q 'another launch took the store over, or its lease was removed' leader.log || fail "the woken leader: status $status, $(cat leader.log)"
  rm before.h5
fi
wait
expect_sums s.h5 30 3
[ "$(one s.h5 "SELECT count(*) FROM poison_all WHERE attempts != 1")" = 0 ] || fail "an experiment ran twice"
partings=$(query s.h5 "SELECT parting FROM launch_guests WHERE launch = 1 ORDER BY parting" | tail -n +2 | tr -d '\r' | paste -sd,)
case $1 in stopped) other=dismissed ;; *) other='lost the leader' ;; esac
[ "$partings" = "$(printf '%s\n' "$other" 'took the lead' | paste -sd,)" ] || fail "the store says of the guests: $partings"
echo "the leader was $1: another led after $led s, the next result came after $took s"
