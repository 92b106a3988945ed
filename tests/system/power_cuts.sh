#!/usr/bin/env bash
# power_cuts.sh [IMAGES]: records the writes and syncs of a launch that makes a store and of one that extends it
# (recording.c). Cuts the power at IMAGES random moments, each with a random part of the unsynced writes
# (power_cuts.py). The same command then gives the rows of an undisturbed store in every cell that does not depend on
# the run, and no finished row is torn.
. "$(dirname "$0")/common.sh"
: "${RECORDING:?the library}"
[ -z "$sanitized" ] || skip "a sanitizer must be the first library"
command -v python3 >/dev/null || skip "Python is not installed"
images=${1:-200} scripts=$(cd "$(dirname "$0")" && pwd)
if [ -w /dev/shm ]; then rm -rf "$folder"; folder=$(mktemp -d -p /dev/shm) && cd "$folder" || exit 1; fi

write_sweep() { printf '[sweep]\nname = "cuts"\n[[grid]]\ntask = "trajectory"\nseed = { count = %s }\n' "$2" >"$1"; }
cells() { # all cells except time, host, attempts
  "$ICSWEEP" query "$1" "SELECT identity, status, planned, seed, digest, norm_drift, message, level, build FROM trajectory_all ORDER BY identity" --format csv
}
write_sweep made.toml 6
write_sweep extended.toml 12
export FAULT_NAME=s.h5
# recorded SWEEP: records the launch into SWEEP.record; it starts with the files in record/
mkdir record
recorded() {
  (cd record && RECORD_OF=$(basename "$ICSWEEP") RECORD_TO=$folder/$1.record LD_PRELOAD=$RECORDING "$ICSWEEP" run "../$1.toml" -o s.h5 2>run.log) ||
    fail "recording: $(cat record/run.log)"
  cells record/s.h5 >"$1.csv" || fail "the recorded store has no cells"
  [ "$(grep -ao 'sync /[^ ]*s.h5' "$1.record" | wc -l)" -ge 2 ] || fail "the number of syncs is wrong: $(grep -ao 'sync /[^ ]*' "$1.record")"
}
recorded made
cp record/s.h5 before.h5
recorded extended

# cut SWEEP NUMBER: resumes from the content of the disk at that cut
cut() {
  local sweep=$1
  cd "$folder/$sweep/$2" || return
  without_daemon
  wrong() { echo "$sweep $2: $1: $(tail -n 3 run.log)" >>"$folder/wrong.txt"; }
  local found=none
  if [ -e s.h5 ]; then found=$(cells s.h5 2>/dev/null | grep -c ',done,'); fi
  timeout 300 "$ICSWEEP" run "../../$sweep.toml" -o s.h5 2>run.log || { wrong "status $?" "$2"; return; }
  ! grep -q 'do not match their checksums' run.log || { wrong "a row that counted was torn" "$2"; return; }
  [ -z "$(cells s.h5 | diff - "../../$sweep.csv")" ] || { wrong "other rows" "$2"; return; }
  "$ICSWEEP" verify s.h5 >verify.txt 2>&1 || { wrong "verify: $(cat verify.txt)" "$2"; return; }
  cd "$folder" && rm -r "${sweep:?}/$2" && echo "$found" >>found.txt
}
before=""
for sweep in made extended; do
  mkdir $sweep
  python3 "$scripts/power_cuts.py" $sweep.record $sweep 1 $((images / 2)) "$before" || fail "power_cuts.py makes no images"
  before=before.h5
  for number in $(seq 1 $((images / 2))); do
    cut $sweep "$number" &
    while [ "$(jobs -rp | wc -l)" -ge "${TOGETHER:-6}" ]; do wait -n; done
  done
done
wait
[ ! -e wrong.txt ] || fail "wrong images: $(wc -l <wrong.txt) of $images: $(head -c 3000 wrong.txt)"
echo "$images power cuts; finished rows that were there: $(sort found.txt | uniq -c | sort -k 2 | awk '{printf "%s in %d, ", $2, $1}')nothing lost or torn"
