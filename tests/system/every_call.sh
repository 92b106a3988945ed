#!/usr/bin/env bash
# every_call.sh MODE: a launch that makes a store, and one that extends it, go wrong at each of their mutating system calls in turn
# (failing_call.c): the call fails once with ENOSPC or EIO, or the process is killed before it or after half of its write. A failed
# call may cost the launch, with one line and a status, but no signal; it may not be passed over where a row is then missing or wrong.
# Afterwards the same command gives the rows of an undisturbed store, in every cell that does not depend on the run.
. "$(dirname "$0")/common.sh"
: "${FAILING_CALL:?the library}"
[ -z "${ASAN_OPTIONS:-}${TSAN_OPTIONS:-}" ] || skip "a sanitizer must be the first library"
mode=$1
if [ -w /dev/shm ]; then rm -rf "$folder"; folder=$(mktemp -d -p /dev/shm) && cd "$folder" || exit 1; fi

write_sweep() {
  printf '[sweep]\nname = "faults"\n[[grid]]\ntask = "trajectory"\nseed = { count = %s }\n' "$2" >"$1"
}
write_sweep made.toml 3
write_sweep extended.toml 5
export FAULT_NAME=s.h5
cells() { # all but time, host, attempts
  "$ICSWEEP" query "$1" "SELECT identity, status, planned, seed, digest, norm_drift, message, level, build FROM $view ORDER BY identity" --format csv
}
view=trajectory_all
for sweep in made extended; do
  "$ICSWEEP" run $sweep.toml -o whole-$sweep.h5 2>whole.log || fail "the undisturbed run: $(cat whole.log)"
  cells whole-$sweep.h5 >$sweep.csv || fail "no cells"
done
mkdir count && cd count || exit 1
FAULT_COUNT=$PWD/made.n LD_PRELOAD=$FAILING_CALL "$ICSWEEP" run ../made.toml -o s.h5 2>run.log || fail "counting: $(cat run.log)"
cp s.h5 ../before.h5
FAULT_COUNT=$PWD/extended.n LD_PRELOAD=$FAILING_CALL "$ICSWEEP" run ../extended.toml -o s.h5 2>run.log || fail "counting: $(cat run.log)"
cd ..
[ "$(cat count/made.n)" -gt 100 ] && [ "$(cat count/extended.n)" -gt 100 ] || fail "calls: $(cat count/*.n)"

# disturbed SWEEP N: in a folder of its own
disturbed() {
  local sweep=$1 n=$2 where=$mode-$1-$2
  wrong() { echo "$where: $*: $(tail -n 5 run.log again.log 2>/dev/null)" >>"$folder/wrong.txt"; }
  mkdir "$where" && cd "$where" || return
  [ "$sweep" = made ] || cp ../before.h5 s.h5
  FAULT_MODE=$mode FAULT_CALL=$n LD_PRELOAD=$FAILING_CALL timeout 60 "$ICSWEEP" run "../$sweep.toml" -o s.h5 >out.log 2>run.log
  local status=$?
  case $mode-$status in
    *-0 | *-75) [ -z "$(cells s.h5 | diff - "../$sweep.csv")" ] || { wrong "status $status with other rows"; return; } ;;
    kill-137 | tear-137 | E*-1 | E*-2 | E*-70) ;;
    *) wrong "status $status"; return ;;
  esac
  timeout 60 "$ICSWEEP" run "../$sweep.toml" -o s.h5 >out.log 2>again.log || { wrong "status $? when run again"; return; }
  [ -z "$(cells s.h5 | diff - "../$sweep.csv")" ] || { wrong "other rows when run again"; return; }
  ! grep -q 'do not match their checksums' again.log || { wrong "a row that counted was torn"; return; }
  "$ICSWEEP" verify s.h5 >verify.log 2>&1 || { wrong "verify: $(cat verify.log)"; return; }
  cd .. && rm -r "$where" && echo "$status" >>statuses.txt
}
for sweep in made extended; do
  for n in $(seq 1 "$(cat count/$sweep.n)"); do
    disturbed $sweep "$n" &
    while [ "$(jobs -rp | wc -l)" -ge "${TOGETHER:-6}" ]; do wait -n; done
  done
done
wait
[ ! -e wrong.txt ] || fail "$(wc -l <wrong.txt) of $(($(cat count/made.n) + $(cat count/extended.n))): $(head -c 6000 wrong.txt)"
echo "$mode: $(cat count/made.n) and $(cat count/extended.n) calls; statuses: $(sort statuses.txt | uniq -c | tr '\n' ' ')"
