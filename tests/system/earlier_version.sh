#!/usr/bin/env bash
# Files that icsweep 0.1.0 left when it was killed, in tests/fixtures/0.1.0: a store without the columns added since, two checkpoints, a
# lease. The store is read, resumed and extended, and the rows' digests stay as they were. Checkpoints of another build are not used, and
# one line says so. status shows which build computed which rows.
. "$(dirname "$0")/common.sh"
cp -r "${FIXTURES:?}"/0.1.0/. .
store=store.h5
known_digests() { query $store "SELECT identity, digest FROM augmented_all WHERE identity IN ($known) ORDER BY identity"; }
known="'b92c36db79cd1626f3a8ae8f8dbb1f5e', '153b40f17bbe1fce291dcf7747fd7598'"
before=$(known_digests)
[ "$(wc -l <<<"$before")" = 3 ] || fail "its rows are not read: $before"
"$ICSWEEP" status $store >status.txt || fail "status"
grep -q 'with: icsweep 0.1.0$' status.txt || fail "the program that made it is not told: $(cat status.txt)"
"$ICSWEEP" verify $store --sample 2 >verify.txt || fail "verify: $(cat verify.txt)"
grep -q ' 4 rows: 2 sound, 2 pending, 0 damaged' verify.txt || fail "verify: $(cat verify.txt)"

rm -f $store.lease # its process is dead, or its id belongs to another one by now
"$ICSWEEP" run sweep.toml -o $store 2>run.log || fail "going on: $(cat run.log)"
grep -q '1 checkpoint is of another build of the program: its experiment starts again$' run.log || fail "not told: $(cat run.log)"
grep -q '2 experiments were computed by another build of the program' run.log || fail "not told: $(cat run.log)"
[ "$(known_digests)" = "$before" ] || fail "rows of before were changed: $(known_digests)"
"$ICSWEEP" diff "$FIXTURES"/0.1.0/store.h5 $store >diff.txt && fail "a store with more done is the same: $(cat diff.txt)"
grep -q '^augmented: 4 experiments in both: 2 with equal digests, 2 ended in store.h5 alone$' diff.txt || fail "diff: $(cat diff.txt)"
"$ICSWEEP" run sweep.toml -o fresh.h5 2>run.log || fail "anew: $(cat run.log)"
# On 16 lanes its batches are one block, whose sums are again those of 0.1.0: only columns have come since.
"$ICSWEEP" diff $store fresh.h5 >diff.txt
case $? in
  0) grep -q ': 2 with equal digests, 2 equal in the results that both have$' diff.txt ;;
  1) grep -q ': 2 with equal digests, 2 with other results$' diff.txt ;;
  *) false ;;
esac || fail "diff: $(cat diff.txt)"
sed -i 's/count = 2/count = 3/' sweep.toml
"$ICSWEEP" run sweep.toml -o $store 2>run.log || fail "extending: $(cat run.log)"
grep -q '5 experiments, 1 to do' run.log || fail "what had been done is run again: $(cat run.log)"
[ "$(known_digests)" = "$before" ] || fail "rows of before were changed by extending: $(known_digests)"
"$ICSWEEP" status $store >status.txt || fail "status"
grep -q 'computed by 2 builds of the program: 2 of an icsweep before 0.2, 3 of [0-9a-f]\{16\}$' status.txt || fail "builds: $(cat status.txt)"
grep -q 'with: icsweep [0-9.]* (commit [0-9a-z+]*, build [0-9a-f]\{16\})$' status.txt || fail "commit: $(cat status.txt)"
"$ICSWEEP" verify $store --sample 3 >verify.txt || fail "verify at the end: $(cat verify.txt)"
[ ! -e $store.checkpoints ] || fail "left: $(ls $store.checkpoints)"

# The same with the dead launch's lease: each experiment runs in a process of its own.
cp "$FIXTURES"/0.1.0/store.h5 "$FIXTURES"/0.1.0/store.h5.lease . && sed -i "s/\"host\":\"[^\"]*\"/\"host\":\"$(uname -n)\"/; s/\"machine\":\"[^\"]*\"/\"machine\":\"\"/; s/\"pid\":[0-9]*/\"pid\":4194304/" $store.lease
timeout 60 "$ICSWEEP" run sweep.toml -o $store --only 'epochs == 3' 2>run.log || fail "after a dead launch: $(cat run.log)"
grep -q 'the last launch crashed or was killed' run.log || fail "its lease is not known: $(cat run.log)"
