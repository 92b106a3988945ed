#!/usr/bin/env bash
# A store is truncated at any place. Every command reports this in one line, ends with 2 and leaves the file unchanged.
# A restored copy can be continued.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/attack.sh"
small_store
cp store.h5 whole.h5
size=$(stat -c %s whole.h5)
tried=0
for cut in 0 1 7 8 20 95 96 200 800 1024 2048 $((size / 7)) $((size / 3)) $((size / 2)) $((size * 4 / 5)) $((size - 4096)) $((size - 1)); do
  head -c "$cut" whole.h5 >store.h5
  cp store.h5 cut.h5
  for command in "status store.h5" "status store.h5 --json" "status store.h5 --watch" "query store.h5" "export store.h5 --id 0 --array position_mse -o c.npy" \
    "top store.h5 augmented test_mse --by depth" "figure store.h5 --list" "report store.h5 -o r.html" "verify store.h5" "verify store.h5 --sample 1"; do
    # shellcheck disable=SC2086  # $command is several words
    one_line "$ICSWEEP" $command
    grep -q '^icsweep: store.h5: ' err.txt || fail "cut at $cut, $command: $(cat err.txt)"
    tried=$((tried + 1))
  done
  one_line "$ICSWEEP" run s.toml -o store.h5
  grep -Eq '^icsweep: store.h5: (is not an HDF5 file|cannot be opened|is damaged)' err.txt || fail "run of a store cut at $cut: $(cat err.txt)"
  cmp store.h5 cut.h5 || fail "run touched the store cut at $cut"
done
# A sparse file claims a size that no disk has; a file of 60 kB once took 6.4 GB of memory. It is refused before it is
# opened.
cp whole.h5 store.h5
truncate -s 8G store.h5
for command in "status store.h5" "query store.h5" "verify store.h5"; do
  # shellcheck disable=SC2086  # $command is several words
  (limit_memory; one_line "$ICSWEEP" $command) || exit 1
  grep -q '^icsweep: store.h5: claims 8192 MiB and occupies [0-9]* KiB' err.txt || fail "a sparse file, $command: $(cat err.txt)"
done
cp whole.h5 store.h5
[ "$(ls | grep -c 'store.h5')" = 1 ] || fail "files are left: $(ls)"
sed -i 's/count = 3/count = 4/' s.toml
reference s.toml larger.h5
cp whole.h5 store.h5
"$ICSWEEP" run s.toml -o store.h5 2>again.log || fail "the run on a restored copy: $(cat again.log)"
grep -q '8 experiments, 2 to do' again.log || fail "results of the restored copy are run again: $(cat again.log)"
equal store.h5 larger.h5
echo "$tried commands refused a truncated store of $size bytes"
