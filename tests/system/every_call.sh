#!/usr/bin/env bash
# every_call.sh MODE [K/N [checkpoints]]: makes each mutating system call fail in turn, in a launch that makes a store
# and in one that extends it (failing_call.c). With K/N, only calls K, K + N, K + 2 N and so on. MODE ENOSPC or EIO:
# the call fails once with this error. kill: the process is killed before the call. tear: it is killed after half of
# the write. flip: one bit of the written data is changed. misread: one bit of the data that a reading call returns is
# changed.
#
# The launch may end with one line and a status, but not by a signal. It may ignore the fault only if no row is missing
# or wrong, and misread data is no damage. Afterwards, the same command gives the rows of an undisturbed store in every
# cell that does not depend on the run. With `checkpoints` the experiments train and save their state all the time; the
# number of saves depends on time.
. "$(dirname "$0")/common.sh"
: "${FAILING_CALL:?the library}"
[ -z "$sanitized" ] || skip "a sanitizer must be the first library"
mode=$1 part=${2:-1/1}
if [ -w /dev/shm ]; then rm -rf "$folder"; folder=$(mktemp -d -p /dev/shm) && cd "$folder" || exit 1; fi

grid='task = "trajectory"' result=norm_drift view=trajectory_all options=()
if [ "${3:-}" = checkpoints ]; then
  grid='task = "augmented"\ndepth = 1\ndim = 3\nlength = 16\nsequences = 256\ntest_sequences = 64\nepochs = 12\nbatch = 64'
  result=test_mse view=augmented_all options=(--checkpoint-every 0.001)
fi
write_sweep() { printf "[sweep]\nname = \"faults\"\n[[grid]]\n$grid\nseed = { count = %s }\n" "$2" >"$1"; }
write_sweep made.toml 3
write_sweep extended.toml 5
export FAULT_NAME=s.h5 FAULT_MODE=$mode
cells() { # all cells except time, host, attempts
  "$ICSWEEP" query "$1" "SELECT identity, status, planned, seed, digest, $result, message, level, build FROM $view ORDER BY identity" --format csv
}
for sweep in made extended; do
  "$ICSWEEP" run "$sweep.toml" "${options[@]}" -o "whole-$sweep.h5" 2>whole.log || fail "the undisturbed run: $(cat whole.log)"
  cells "whole-$sweep.h5" >"$sweep.csv" || fail "the undisturbed store has no cells"
done
mkdir count && cd count || exit 1
FAULT_COUNT=$PWD/made.n LD_PRELOAD=$FAILING_CALL "$ICSWEEP" run ../made.toml "${options[@]}" -o s.h5 2>run.log || fail "counting: $(cat run.log)"
cp s.h5 ../before.h5
FAULT_COUNT=$PWD/extended.n LD_PRELOAD=$FAILING_CALL "$ICSWEEP" run ../extended.toml "${options[@]}" -o s.h5 2>run.log || fail "counting: $(cat run.log)"
cd ..
[ "$(cat count/made.n)" -gt 100 ] && [ "$(cat count/extended.n)" -gt 100 ] || fail "calls: $(cat count/*.n)"
unset FAULT_MODE

# disturb SWEEP N: runs case N in its own folder
disturb() {
  local sweep=$1 n=$2 where=$mode-$1-$2
  wrong() { echo "$where: $*: $(tail -n 5 run.log again.log 2>/dev/null)" >>"$folder/wrong.txt"; }
  mkdir "$where" && cd "$where" || return
  without_daemon
  [ "$sweep" = made ] || cp ../before.h5 s.h5
  undisturbed && n=0 # no call has this number
  FAULT_MODE=$mode FAULT_CALL=$n FAULT_HIT=$folder/hits.txt LD_PRELOAD=$FAILING_CALL timeout 300 "$ICSWEEP" run "../$sweep.toml" "${options[@]}" -o s.h5 >out.log 2>run.log
  local status=$?
  case $mode-$status in
    *-0 | *-75)
      [ -z "$(cells s.h5 | diff - "../$sweep.csv")" ] || { wrong "status $status with other rows"; return; }
      "$ICSWEEP" verify s.h5 >verify.log 2>&1 || { wrong "status $status, but verify says: $(cat verify.log)"; return; }
      ;;
    flip-2) # HDF5's metadata has no checksums; a fault in the bytes that it writes on closing is reported at once
      if grep -q '^icsweep: s.h5: \(cannot be opened\|is damaged\)' run.log; then
        "$ICSWEEP" status s.h5 >out.log 2>again.log
        [ $? = 2 ] || { wrong "damaged or not"; return; }
        cd .. && rm -r "$where" && echo damaged >>statuses.txt
        return
      fi
      ;;
    *-139) # a thread of Open MPI's PMIx sometimes crashes at the start of a process; the store must survive this like a kill
      grep -q 'libpmix' run.log || { wrong "status $status"; return; }
      ;;
    kill-137 | tear-137 | [Efm]*-1 | [Efm]*-2 | [Efm]*-70) ;;
    *) wrong "status $status"; return ;;
  esac
  timeout 300 "$ICSWEEP" run "../$sweep.toml" "${options[@]}" -o s.h5 >out.log 2>again.log || { wrong "status $? when run again"; return; }
  [ -z "$(cells s.h5 | diff - "../$sweep.csv")" ] || { wrong "other rows when run again"; return; }
  [ "$mode" = flip ] || ! grep -q 'do not match their checksums' again.log || { wrong "a row that counted was torn"; return; }
  [ "$mode" = flip ] || [ ! -e s.h5.damaged-1 ] || { wrong "damage was believed: $(cat run.log)"; return; }
  "$ICSWEEP" verify s.h5 >verify.log 2>&1 || { wrong "verify: $(cat verify.log)"; return; }
  cd .. && rm -r "$where" && echo "$status" >>statuses.txt
}
runs=0
: >hits.txt
for sweep in made extended; do
  for n in $(seq "${part%/*}" "${part#*/}" "$(cat count/$sweep.n)"); do
    disturb $sweep "$n" & runs=$((runs + 1))
    while [ "$(jobs -rp | wc -l)" -ge "${TOGETHER:-6}" ]; do wait -n; done
  done
done
wait
[ ! -e wrong.txt ] || fail "wrong cases: $(wc -l <wrong.txt) of $(($(cat count/made.n) + $(cat count/extended.n))): $(head -c 6000 wrong.txt)"
# With checkpoints, a launch may make fewer calls than the counted one.
[ $((2 * $(wc -l <hits.txt))) -gt $runs ] || fail "too few of $runs launches were disturbed: $(cat hits.txt)"
[ "$(grep -c damaged statuses.txt)" -le 2 ] || fail "unreadable stores: $(sort statuses.txt | uniq -c)" # one per launch
echo "$mode: $(cat count/made.n) and $(cat count/extended.n) calls; statuses: $(sort statuses.txt | uniq -c | tr '\n' ' ')"
