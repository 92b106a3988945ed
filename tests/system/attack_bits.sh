#!/usr/bin/env bash
# Bits of finished rows flip. Rows outside the sweep keep every byte. A launch refuses to run many damaged rows again
# without --rerun-damaged, and it keeps a copy of the store. (Earlier, another sweep on the store made 20 results NaN
# and ended with 0.)
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/attack.sh"
sweep s.toml "[1, 2]" 2 10
sed 's/depth = .*/depth = 3/; s/count = 10/count = 1/' s.toml >other.toml
reference s.toml whole.h5
host=$(query whole.h5 "SELECT host FROM augmented_all WHERE experiment = 0" | tail -n 1)
# flip STORE ROWS: changes the first byte of `host` in ROWS rows. Other texts, such as the table of launches, may
# contain the name too; in rows the texts are 64 bytes apart.
flip() {
  local at
  for at in $(grep -abo "$host" "$1" | awk -F: '{ at[NR] = $1 }
      END { for (i = 1; i <= NR; i++) if (at[i + 1] - at[i] == 64 || at[i] - at[i - 1] == 64) print at[i] }' | head -n "$2"); do
    printf '\377' | dd of="$1" bs=1 seek="$at" conv=notrunc 2>/dev/null
  done
}
results() { query "$1" "SELECT identity, test_mse, digest FROM augmented_all WHERE depth < 3 ORDER BY identity" 2>/dev/null ||
  query "$1" "SELECT identity, test_mse, digest FROM augmented_all WHERE depth < 3 ORDER BY identity"; }

cp whole.h5 s.h5
flip s.h5 20
"$ICSWEEP" verify s.h5 >verify.txt && fail "verify finds no damage: $(cat verify.txt)"
grep -q ' 20 damaged' verify.txt || fail "verify does not find 20 damaged rows: $(cat verify.txt)"
cp s.h5 damaged.h5
"$ICSWEEP" run other.toml -o s.h5 2>run.log || fail "the run of another sweep: $(cat run.log)"
grep -q '20 damaged rows outside this sweep are left' run.log || fail "the damaged rows are not reported: $(cat run.log)"
[ "$(results s.h5)" = "$(results whole.h5)" ] || fail "results are lost: $(results s.h5)"
"$ICSWEEP" verify s.h5 >verify.txt && fail "verify no longer finds the damage"
grep -q ' 20 damaged' verify.txt || fail "verify no longer finds 20 damaged rows: $(cat verify.txt)"

cp damaged.h5 s.h5
one_line "$ICSWEEP" run s.toml -o s.h5
grep -q '^icsweep: s.h5: 20 of 20 finished rows do not match their checksums, .* add --rerun-damaged' err.txt || fail "$(cat err.txt)"
cmp s.h5 damaged.h5 || fail "a refused launch has changed the store"
"$ICSWEEP" run s.toml -o s.h5 --rerun-damaged 2>run.log || fail "the run with --rerun-damaged: $(cat run.log)"
grep -q 's.h5: 20 rows do not match their checksums and run again; s.h5.damaged-1 keeps them as they were$' run.log || fail "$(cat run.log)"
cmp s.h5.damaged-1 damaged.h5 || fail "the replaced rows are not kept"
equal s.h5 whole.h5

flip s.h5 1
"$ICSWEEP" run s.toml -o s.h5 2>run.log || fail "the run with one damaged row: $(cat run.log)"
[ -e s.h5.damaged-2 ] || fail "there is no second copy: $(ls)"
equal s.h5 whole.h5
echo "rows outside the sweep are unchanged; 20 of 20 are refused, then run again on request and kept"
