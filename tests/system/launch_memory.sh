#!/usr/bin/env bash
# A launch of many experiments takes some 400 bytes of memory for each, whether its store is new or not.
. "$(dirname "$0")/common.sh"
[ -z "$sanitized" ] || skip "sanitizers take memory of their own"

# peak SEEDS: kilobytes of a launch of 60 experiments for each seed, until it trains
peak() {
  printf '[sweep]\nname = "s"\n[[grid]]\ntask = "augmented"\ndepth = [1, 2, 3, 4, 5, 6]\nepochs = 40\n' >"$1.toml"
  printf 'learning_rate = [1e-3, 2e-3, 3e-3, 4e-3, 5e-3, 6e-3, 7e-3, 8e-3, 9e-3, 1e-2]\nseed = { count = %s }\n' "$1" >>"$1.toml"
  : >run.log # the earlier launch printed the same line
  "$ICSWEEP" run "$1.toml" -o "$1.h5" >run.log 2>&1 &
  local launch=$!
  until grep -q 'in flight' run.log; do
    kill -0 $launch 2>/dev/null || fail "the launch ended: $(tail -n 1 run.log)"
    sleep 0.05
  done
  kilobytes=$(awk '/^VmHWM/ { print $2 }' "/proc/$launch/status")
  kill -TERM $launch
  wait $launch
  [ $? = 75 ] || fail "the launch did not stop early: $(tail -n 1 run.log)"
}

for store in new resumed; do
  peak 1 && few=$kilobytes
  peak 2000 && many=$kilobytes
  bytes=$(((many - few) * 1024 / 119940))
  echo "$store store: $bytes bytes for each experiment"
  [ $bytes -le 440 ] || fail "$store store: $bytes bytes for each experiment are more than 440"
  [ $bytes -ge 200 ] || fail "$store store: $bytes bytes for each experiment cannot be right: a record alone takes more"
done
