# shellcheck shell=bash disable=SC2154  # run is set by the test that sources this
# Sourced by tests that kill. Runs "${run[@]}" store.h5, kills it at $wanted random moments, sometimes asks it to stop,
# and resumes with the same command. At the end, rows() and weights() of the store equal those of an undisturbed run
# with $planned rows, in whole.csv and whole.weights. A kill falls within $within hundredths of a second; the default
# is 40.
: "${wanted:?how often}" "${planned:?rows}"
compare() {
  rows store.h5 | sort | cmp - whole.csv || fail "the rows differ after $kills kills: $(rows store.h5 | sort | diff - whole.csv)"
  weights store.h5 | cmp - whole.weights || fail "the weights differ after $kills kills"
  "$ICSWEEP" verify store.h5 >verify.txt || fail "cells differ after $kills kills: $(cat verify.txt)"
  [ "$(ls -A | grep -c '^store.h5')" = 1 ] || fail "files are left beside the store: $(ls -A)"
  rm store.h5
}
without_daemon
kills=0 stops=0 resumed=0 rounds=0 missed=0
while [ $kills -lt "$wanted" ] || [ $stops = 0 ]; do
  : >run.log # the earlier launch printed the same line
  "${run[@]}" store.h5 2>run.log &
  program=$!
  until grep -q 'to do on' run.log || ! kill -0 $program 2>/dev/null; do sleep 0.01; done
  at=$(printf %03d $((RANDOM % ${within:-40})))  # hundredths of a second
  sleep "${at%??}.${at#?}"
  case $((RANDOM % 4)) in
    0) strike TERM $program ;;
    *) strike KILL $program ;;
  esac
  wait $program 2>/dev/null
  status=$?
  case $status in # a launch that ended before the kill counts as missed
    0) [ $((missed += 1)) -lt $((10 + 3 * (kills + stops))) ] || fail "$kills kills, $missed launches ended before" ;;
    75 | 143) stops=$((stops + 1)) ;; # 143: before its start
    137) kills=$((kills + 1)) ;;
    *) fail "status $status of a stopped launch: $(cat run.log)" ;; esac
  grep 'do not match their checksums' run.log && fail "a kill tore a finished row: $(cat run.log)"
  resumed=$((resumed + $(sed -n 's/.*: \([0-9]*\) experiments* resumes* from.*/\1/p' run.log | grep . || echo 0)))
  if [ $status = 0 ]; then rounds=$((rounds + 1)) && compare; fi
done
"${run[@]}" store.h5 2>run.log || fail "the last launch: $(cat run.log)"
compare
[ $resumed -gt 0 ] || fail "only $resumed experiments were resumed"
echo "$kills kills, $stops stops, $resumed experiments resumed, $((rounds + 1)) sweeps of $planned equal to the undisturbed one"
