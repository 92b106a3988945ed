# shellcheck shell=bash disable=SC2154  # run is set by the test that sources this
# Sourced by tests that kill: runs "${run[@]}" store.h5, kills it at $wanted random moments, sometimes asks it to stop, and goes on with the same
# command. In the end rows() and weights() of the store equal whole.csv and whole.weights, those of an undisturbed run with $planned rows.
# $within: hundredths of a second within which a kill falls, 40 unless given.
: "${wanted:?how often}" "${planned:?rows}"
compare() {
  rows store.h5 | sort | cmp - whole.csv || fail "other rows after $kills kills: $(rows store.h5 | sort | diff - whole.csv)"
  weights store.h5 | cmp - whole.weights || fail "other weights after $kills kills"
  "$ICSWEEP" verify store.h5 >verify.txt || fail "cells after $kills kills: $(cat verify.txt)"
  [ "$(ls -A | grep -c '^store.h5')" = 1 ] || fail "left beside the store: $(ls -A)"
  rm store.h5
}
kills=0 stops=0 resumed=0 rounds=0 missed=0
while [ $kills -lt "$wanted" ] || [ $stops = 0 ]; do
  : >run.log # the launch before has said the same words
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
  case $status in # the launch that had ended before counts as missed
    0) [ $((missed += 1)) -lt $((10 + 3 * (kills + stops))) ] || fail "$kills kills, $missed launches ended before" ;;
    75 | 143) stops=$((stops + 1)) ;; # 143: before it had begun
    137) kills=$((kills + 1)) ;;
    *) fail "exit $status: $(cat run.log)" ;; esac
  grep 'do not match their checksums' run.log && fail "a row that counted was torn by a kill: $(cat run.log)"
  resumed=$((resumed + $(sed -n 's/.*: \([0-9]*\) experiments* goe*s* on from.*/\1/p' run.log | grep . || echo 0)))
  if [ $status = 0 ]; then rounds=$((rounds + 1)) && compare; fi
done
"${run[@]}" store.h5 2>run.log || fail "the last launch: $(cat run.log)"
compare
[ $resumed -gt 0 ] || fail "only $resumed experiments were resumed"
echo "$kills kills, $stops stops, $resumed experiments resumed, $((rounds + 1)) sweeps of $planned equal to the undisturbed one"
