#!/usr/bin/env bash
# stale_launch.sh [EVERY]: a launch freezes before one of its writes (failing_call.c), and another launch of the same
# job takes the store over and finishes. After the thaw, the first launch makes this write and no other, reports who
# has the store, and ends with 2. That write may damage one row, which the next launch finds and runs again. The test
# repeats this for each EVERYth write after the store was made, and for each sync; after a sync the frozen launch marks
# nothing as done.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/attack.sh"
: "${FAILING_CALL:?the library}"
[ -z "$sanitized" ] || skip "a sanitizer must be the first library"
every=${1:-7}
printf '[sweep]\nname = "stale"\n[[grid]]\ntask = "trajectory"\nseed = { count = 3 }\n' >s.toml
export FAULT_NAME=s.h5 SLURM_JOB_ID=7 SLURM_RESTART_COUNT=0
digests() { query "$1" "SELECT identity, status, digest, norm_drift FROM trajectory_all ORDER BY identity"; }
reference s.toml whole.h5
mkdir count && cd count || exit 1
FAULT_COUNT=$PWD/all.n FAULT_LOG=$PWD/calls.txt LD_PRELOAD=$FAILING_CALL "$ICSWEEP" run ../s.toml -o s.h5 2>run.log || fail "counting: $(cat run.log)"
cd ..
last=$(cat count/all.n) rows=3
first_call=$((last - rows * 14))
syncs=$(awk -v first=$first_call '$2 ~ /sync/ && $1 >= first { print $1 }' count/calls.txt)
[ "$(wc -w <<<"$syncs")" -ge 2 ] || fail "syncs: $(cat count/calls.txt)"

stale() {
  local n=$1
  wrong() { echo "call $n: $*: $(tail -n 3 first.log second.log third.log 2>/dev/null)" >>"$folder/wrong.txt"; }
  mkdir "at-$n" && cd "at-$n" || return
  FAULT_MODE=stop FAULT_CALL=$n FAULT_LOG=$PWD/calls.txt LD_PRELOAD=$FAILING_CALL "$ICSWEEP" run ../s.toml -o s.h5 2>first.log &
  local first=$!
  until grep -qs '^State:.*T' "/proc/$first/status" || gone $first; do sleep 0.02; done
  grep -qs '^State:.*T' "/proc/$first/status" || { wait $first; wrong "did not freeze"; return; }
  SLURM_RESTART_COUNT=1 timeout 300 "$ICSWEEP" run ../s.toml -o s.h5 2>second.log || wrong "the second: status $?"
  sleep 1.1 # longer than the interval between two checks of the lease
  thaw $first
  wait $first
  local status=$?
  [ "$(digests s.h5)" = "$(digests ../whole.h5)" ] || wrong "other results: $(digests s.h5)"
  if [ $status != 2 ] || ! grep -q 'another launch took the store over' first.log; then
    [ $status = 0 ] && grep -q ' 0 to do' second.log || wrong "the first ended with $status" # it had almost ended
  fi
  if [ $status = 2 ] && grep -qs "^$n f.*sync$" calls.txt; then
    # HDF5 may write an unchanged superblock when it closes the file. Marks are synced.
    ! awk -v n="$n" '$1 > n' calls.txt | grep -q sync || wrong "continued after a sync: $(awk -v n="$n" '$1 >= n' calls.txt | tr '\n' ' ')"
    echo "$n" >>../syncs.txt
  fi
  local damaged
  damaged=$("$ICSWEEP" verify s.h5 | sed -n "s/.* pending, \([0-9]*\) damaged.*/\1/p")
  [ "${damaged:-9}" -le 1 ] || wrong "damaged rows: $("$ICSWEEP" verify s.h5 2>&1)"
  SLURM_RESTART_COUNT=2 timeout 300 "$ICSWEEP" run ../s.toml -o s.h5 2>third.log || wrong "the third: status $?"
  [ "$(digests s.h5)" = "$(digests ../whole.h5)" ] && "$ICSWEEP" verify s.h5 >verify.txt || wrong "in the end: $(cat verify.txt)"
  cd .. && echo "$damaged" >>damaged.txt
}
for n in $({ seq $first_call "$every" $((last - 3)); echo "$syncs"; } | sort -nu); do
  stale "$n" &
  while [ "$(jobs -rp | wc -l)" -ge 6 ]; do wait -n; done
done
wait
[ ! -e wrong.txt ] || fail "wrong cases: $(head -c 4000 wrong.txt)"
[ -e syncs.txt ] || fail "no freeze before a sync was followed by another launch: $(cat count/calls.txt)"
echo "froze before $(wc -l <damaged.txt) of $last calls; damaged rows: $(sort damaged.txt | uniq -c | tr '\n' ' ')"
