#!/usr/bin/env bash
# chaos.sh [SECONDS] [SEED]: runs the sweep of chaos.toml repeatedly and disturbs it at random moments. A disturbance
# kills one rank, all ranks, mpirun, everything or the process of an experiment, or it asks the launch to stop, or it
# freezes all ranks for a while. Then the same command resumes on another number of ranks, with a part of the sweep
# first and the whole sweep later. A reader and `status --watch` run at the same time. No reader may see a row that
# differs from the undisturbed run. At the end, all rows and weights must equal those of the undisturbed run, and no
# other file may be left beside the store.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/every_task.sh"
limit=${1:-60}
random_from "${2:-1}"
sed '/^# then/,$d' whole.toml >part.toml

ranks 2 "$ICSWEEP" run whole.toml -o whole.h5 2>whole.log || fail "undisturbed run: $(cat whole.log)"
rows whole.h5 | sort >whole.csv
weights whole.h5 >whole.weights
planned=$(wc -l <whole.csv)
[ "$planned" -gt 40 ] || fail "undisturbed run: $planned rows"

# The reader and the watcher, which run as long as the file `go` exists.
touch go
read_on() {
  local seen
  while [ -e go ]; do
    : >rows.err
    seen=$(rows store.h5)
    grep -v 'no such store\|no such table' rows.err >>reader.bad
    [ -n "$seen" ] && printf '%s\n' "$seen" | grep -vxFf whole.csv >>reader.bad
    [ -n "$seen" ] && echo >>reads
    sleep 0.3
  done
}
watch_on() {
  while [ -e go ]; do
    "$ICSWEEP" status store.h5 --watch >watch.txt 2>watch.err || grep -v 'no such store' watch.err >>watch.bad
    sleep 0.2
  done
}
read_on &
reader=$!
watch_on &
watcher=$!
trap 'rm -f go; kill $watcher 2>/dev/null; wait $reader $watcher 2>/dev/null; rm -rf "$folder"' EXIT

launches=0 launcher=
mine() { pgrep -f "run [a-z]*.toml -o $folder/store.h5"; }
launch() { # SWEEP
  launches=$((launches + 1))
  ranks $((1 + RANDOM % 3)) "$ICSWEEP" run "$1" -o "$folder/store.h5" --checkpoint-every 0.3 2>launch.log &
  launcher=$!
}
mpirun_pid() { pgrep -f "^$MPIEXEC .*-o $folder/store.h5" | head -n 1; }
rank_pids() { pgrep -P "$(mpirun_pid)" 2>/dev/null; }
declare -A kills=()
killed=0
disturb() {
  local pids kind child
  pids=$(rank_pids)
  [ -n "$pids" ] || return
  # shellcheck disable=SC2086  # $pids is several
  case $((RANDOM % 9)) in
    0 | 1) kind="one rank" && strike KILL "$(printf '%s\n' $pids | shuf -n 1 --random-source=<(echo $RANDOM$RANDOM))" ;;
    2) kind="all ranks" && strike KILL $pids ;;
    3) kind="mpirun" && strike KILL "$(mpirun_pid)" ;;
    4 | 5) kind="everything" && strike KILL "$(mpirun_pid)" $pids ;;
    6) kind="asked to stop" && strike USR1 "$(mpirun_pid)" ;;
    7) kind="frozen" && freeze_living $pids && sleep 1.5 && strike CONT $pids ;;
    8) # an experiment's process: the rank starts it again, and the launch continues
      child=$(for p in $pids; do pgrep -P "$p"; done | head -n 1)
      [ -n "$child" ] && [ "$poked" = 0 ] || return
      poked=1 kind="an experiment's process" && strike KILL "$child" ;;
  esac
  # shellcheck disable=SC2181  # of a long case
  [ $? = 0 ] || return 1  # the process had just ended
  kills[$kind]=$((${kills[$kind]:-0} + 1))
  case $kind in frozen | an*) return 1 ;; esac
  return 0
}
await_end() {
  local _
  for _ in $(seq 300); do [ -z "$(mine)" ] && break; sleep 0.1; done
  [ -z "$(mine)" ] || fail "processes still run 30 s after a kill: $(pgrep -af "$folder")"
  wait "$launcher" 2>/dev/null
}

resumed=0 isolated=0 rounds=0
note_launch() {
  resumed=$((resumed + $(sed -n 's/.*: \([0-9]*\) experiments* resumes* from.*/\1/p' launch.log | awk '{ n += $1 } END { print n + 0 }')))
  isolated=$((isolated + $(grep -c 'process of its own' launch.log)))
  grep -q 'do not match their checksums\|damaged' launch.log && fail "a kill has damaged the store: $(cat launch.log)"
  return 0
}

# Runs the sweep once, from an empty folder to its end.
round() {
  local sweep=part.toml tries=0 status wait_for
  rm -f store.h5
  while :; do
    [ $tries -ge $((2 + RANDOM % 3)) ] && sweep=whole.toml
    tries=$((tries + 1)) poked=0
    launch $sweep
    while :; do
      for ((wait_for = RANDOM % 40; wait_for > 0; --wait_for)); do kill -0 "$launcher" 2>/dev/null || break; sleep 0.1; done
      kill -0 "$launcher" 2>/dev/null || break
      disturb && break
    done
    if kill -0 "$launcher" 2>/dev/null; then await_end; else wait "$launcher"; fi
    status=$?
    case $status in 0 | 2 | 75) ;; *) killed=$((killed + 1)) ;; esac
    note_launch
    [ $status = 2 ] && fail "a launch was refused: $(cat launch.log)"
    grep -q 'done,.* \(failed\|crashed\|timed_out\)' launch.log && fail "an experiment that was not at fault has failed: $(cat launch.log)"
    [ $tries -lt 500 ] || fail "the sweep has not ended after $tries launches: $(cat launch.log)"
    [ $status = 0 ] && [ $sweep = whole.toml ] && grep -q ": $planned experiments: [0-9]* done, [0-9]* diverged, 0 duplicates$" launch.log && break
  done
  rows store.h5 | sort | cmp - whole.csv || fail "round $rounds ends with other rows: $(rows store.h5 | sort | diff - whole.csv)"
  weights store.h5 | cmp - whole.weights || fail "round $rounds ends with other weights"
  [ "$(ls -A | grep -c '^store.h5')" = 1 ] || fail "files are left beside the store: $(ls -A)"
  rounds=$((rounds + 1))
}

begin=$SECONDS
while [ $((SECONDS - begin)) -lt "$limit" ]; do
  round
  [ -s reader.bad ] && fail "a reader saw wrong rows: $(head -n 3 reader.bad)"
  [ -s watch.bad ] && fail "status --watch printed wrong lines: $(head -n 3 watch.bad)"
  printf '%s s: %s rounds of %s experiments, %s launches, %s kills (' $((SECONDS - begin)) $rounds "$planned" $launches $killed
  for kind in "${!kills[@]}"; do printf '%s %s, ' "${kills[$kind]}" "$kind"; done
  printf '%s launches with isolated experiments), %s experiments resumed, %s readings, 0 rows lost or wrong\n' $isolated $resumed "$(wc -l <reads)"
done
[ $killed -gt 0 ] || fail "nothing was killed"
