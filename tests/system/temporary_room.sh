#!/usr/bin/env bash
# MPI keeps files in TMPDIR. Without space for them, or under a small ulimit -f, a run ends with one line of icsweep
# before MPI starts.
. "$(dirname "$0")/common.sh"
sweep s.toml "[1]" 1 1
refused() { # PATTERN COMMAND...: status 2, and the last line
  local pattern=$1
  shift
  timeout 300 "$@" >refused.txt 2>&1
  local status=$?
  [ $status = 2 ] && grep -q "^icsweep: $pattern" refused.txt || fail "$* ends with $status: $(cat refused.txt)"
  [ ! -e store.h5 ] || fail "$* made a store"
}
(ulimit -f 2000 && refused 'ulimit -f is below the 4100 kB' "$ICSWEEP" run s.toml -o store.h5) || exit 1
mkdir full
unshare -m true 2>/dev/null || { echo "without a full folder, which needs unshare" && exit; }
export -f refused fail
export ICSWEEP MPIEXEC
unshare -m bash -c 'mount -t tmpfs -o size=400k tmpfs full && export TMPDIR=$PWD/full &&
  refused ".*/full: has no room for MPI.s files (No space left on device), free 9 MB there" "$ICSWEEP" run s.toml -o store.h5 &&
  refused ".*/full: has no room for MPI.s files (No space left on device), free 9 MB there" "$ICSWEEP" launch -n 2 s.toml store.h5 &&
  refused ".*/full: has no room for MPI.s files (No space left on device), free 1 MB there" "$MPIEXEC" --oversubscribe -q -n 2 "$ICSWEEP" run s.toml -o store.h5' || exit 1
"$ICSWEEP" run s.toml -o store.h5 2>run.log || fail "the run with space: $(cat run.log)"
echo "the space for MPI's files is checked"
