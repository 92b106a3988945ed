#!/usr/bin/env bash
# fleet_chaos.sh [EVENTS]: launches join, leave, are killed and freeze at random, the leader too. Nothing is lost, nothing
# is computed twice, and the sweep completes with the results of an undisturbed run.
. "$(dirname "$0")/common.sh"
ICSWEEP=$RUN_POISON
expect_deaths
events=${1:-30} experiments=$((${1:-30} * 5))
counting s.toml $experiments 1
declare -A running=() statuses=()
started=0 ended_early=0 joins=0 leaves=0 kills=0 freezes=0
join() {
  : $((started += 1))
  "$MPIEXEC" --oversubscribe -n $((RANDOM % 2 + 1)) "$ICSWEEP" run s.toml -o s.h5 --join --checkpoint-every 0.2 >"$started.log" 2>&1 &
  running[$!]=$started
}
# Forgets launches that have ended. None may end with an error.
collect() {
  local launch status
  for launch in "${!running[@]}"; do
    gone "$launch" || continue
    wait "$launch"
    status=$?
    # 138: the signal came before the program had begun
    case $status in 0 | 70 | 75 | 1 | 137 | 138 | 130 | 143 | 205) ;; *) fail "launch ${running[$launch]}: status $status, $(tail -n 40 "${running[$launch]}.log")" ;; esac
    [ $status = 0 ] || : $((ended_early += 1))
    statuses[$status]=$((${statuses[$status]:-0} + 1))
    unset "running[$launch]"
  done
}
all_of() { echo "$1"; pgrep -P "$1"; }
for ((event = 0; event < events; ++event)); do
  collect
  launches=("${!running[@]}")
  victim=${launches[RANDOM % (${#launches[@]} + (${#launches[@]} == 0))]:-}
  case $((${#launches[@]} < 2 ? 0 : RANDOM % 6)) in
    0 | 1) [ ${#launches[@]} -ge 5 ] || { join; : $((joins += 1)); } ;;
    2) strike USR1 "$victim" && : $((leaves += 1)) ;;
    3 | 4)
      # shellcheck disable=SC2046  # several processes
      strike KILL $(all_of "$victim") && : $((kills += 1))
      ;;
    5)
      mapfile -t frozen < <(all_of "$victim")
      strike STOP "${frozen[@]}" && : $((freezes += 1))
      { sleep $((RANDOM % 20 + 1)); kill -CONT "${frozen[@]}"; } 2>/dev/null &
      ;;
  esac
  sleep 1.$((RANDOM % 10))
done
echo "$joins joins, $leaves leaves, $kills kills, $freezes freezes; $(one s.h5 "SELECT count(*) FROM poison_all WHERE status = 'done'") of $experiments done"
join
for ((rest = 0; rest < 600 + 4 * events; ++rest)); do
  collect
  [ ${#running[@]} -gt 0 ] || { [ "$(one s.h5 "SELECT count(*) FROM poison_all WHERE status != 'done'")" = 0 ] && break; join; }
  sleep 0.5
done
collect
[ ${#running[@]} = 0 ] || fail "launches do not end: $(for launch in "${!running[@]}"; do tail -n 3 "${running[$launch]}.log"; done)"
wait
[ $ended_early -gt 0 ] || fail "no launch ended early"
"$ICSWEEP" run s.toml -o s.h5 --join 2>last.log || fail "a last launch: $(cat last.log)"
expect_sums s.h5 $experiments 1
[ "$(one s.h5 "SELECT count(*) FROM poison_all WHERE attempts != 1")" = 0 ] ||
  fail "experiments ran twice: $(query s.h5 "SELECT seed, attempts, launch, rank, last_step, message FROM poison_all WHERE attempts != 1")"
[ "$(one s.h5 "SELECT count(*) FROM launch_guests WHERE parting IS NULL")" = 0 ] || fail "a guest never left"
query s.h5 "SELECT parting, count(*) AS guests FROM launch_guests GROUP BY parting"
echo "$started launches, $(one s.h5 "SELECT count(*) FROM launches") of which led; $SECONDS s"
echo "statuses:$(for status in "${!statuses[@]}"; do echo -n " $status: ${statuses[$status]}"; done)"
