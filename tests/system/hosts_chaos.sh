#!/usr/bin/env bash
# hosts_chaos.sh [SECONDS] [SEED]: jobs/launch.sh, named LAUNCH, runs the sweep of every task on three hosts,
# repeatedly. The coordinator is on a host that is never cut off, or on one that may be. At random moments a host is
# cut off for less or more than the allowed time, with all its processes at work, with its orted frozen, or with all of
# them frozen. Or a rank, an orted or mpirun is killed. Frozen processes thaw after the end. Each sweep must end with
# the rows and weights of an undisturbed one, and late processes may not change a byte.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/every_task.sh"
. "$(dirname "$0")/hosts.sh"
limit=${1:-60}
random_from "${2:-1}"
set_up_hosts
run=(whole.toml whole.h5 --scale small --checkpoint-every 0.2)
"$ICSWEEP" run whole.toml -o whole.h5 --scale small 2>whole.log || fail "undisturbed run: $(cat whole.log)"
rows whole.h5 | sort >whole.csv
weights whole.h5 >whole.weights
run[1]=s.h5

declare -A done_so=()
pick() { local of=("$@"); [ ${#of[@]} -gt 0 ] && echo "${of[RANDOM % ${#of[@]}]}"; }
cut_for() { # HOST SECONDS
  cut_off "$1"
  sleep "$2"
  mend "$1"
}
disturb() {
  local host kind
  host=$(pick h2 h3)
  [ -n "$(pids_on "$host" icsweep)" ] || return
  # shellcheck disable=SC2086  # $hosts is several
  case $((RANDOM % 8)) in
    0 | 1) kind="cut for a while" && cut_for "$host" $((1 + RANDOM % 6)) ;;
    2) kind="cut off" && cut_for "$host" 16 ;;
    3) kind="cut off, orted frozen" && freeze_living $(pids_on "$host" orted) && cut_for "$host" 16 ;;
    4) kind="cut off, all frozen" && freeze_living $(pids_on "$host" orted) $(pids_on "$host" icsweep) && cut_for "$host" 16 ;;
    5) kind="rank killed" && strike KILL "$(pick $(pids_on "$(pick $hosts)" icsweep))" ;;
    6) kind="orted killed" && strike KILL $(pids_on "$host" orted) ;;
    7) kind="mpirun killed" && strike KILL $(pids_on h1 mpirun) ;;
  esac && done_so[$kind]=$((${done_so[$kind]:-0} + 1))
}
all_pids() { for host in $hosts; do ip netns pids "$(namespace "$host")"; done; }
nobody() { [ -z "$(all_pids)" ]; }

rounds=0 launches=0 begin=$SECONDS
while [ $((SECONDS - begin)) -lt "$limit" ]; do
  on h1 "$LAUNCH" -r 30 -H "$(pick h1:2,h2:2,h3:2 h1:1,h2:2,h3:2 h2:2,h3:2)" "${run[@]}" >launch.log 2>&1 &
  launcher=$!
  while kill -0 $launcher 2>/dev/null; do
    sleep "$((2 + RANDOM % 8)).$((RANDOM % 10))"
    disturb
  done
  wait $launcher || fail "status $?: $(cat launch.log)"
  launches=$((launches + $(grep -c 'to do on' launch.log)))
  grep 'do not match\|damaged\|, [1-9][0-9]* \(failed\|crashed\|timed_out\)' launch.log && fail "verify of the store: $(cat launch.log)"
  cp s.h5 before.h5
  strike CONT $(all_pids) 2>/dev/null
  await "no process is left: $(ps -o pid,stat,args $(all_pids))" nobody
  cmp s.h5 before.h5 || fail "the store changed after the end"
  rows s.h5 | sort | cmp - whole.csv || fail "the rows differ: $(rows s.h5 | sort | diff - whole.csv)"
  weights s.h5 | cmp - whole.weights || fail "the weights differ"
  [ "$(ls -A | grep -c '^s.h5')" = 1 ] || fail "files are left beside the store: $(ls -A)"
  rm s.h5
  rounds=$((rounds + 1))
  printf '%s s: %s sweeps of %s, %s launches (' $((SECONDS - begin)) $rounds "$(wc -l <whole.csv)" $launches
  for kind in "${!done_so[@]}"; do printf '%s %s, ' "${done_so[$kind]}" "$kind"; done
  printf 'nothing lost or changed)\n'
done
[ $launches -gt $rounds ] || fail "no launch was disturbed"
