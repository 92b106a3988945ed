#!/usr/bin/env bash
# Files that icsweep 0.1.0 left after a kill, in tests/fixtures/0.1.0: a store without the columns added since, two
# checkpoints and a lease. The store is read, resumed and extended, and the digests of its rows stay. Checkpoints of
# another build are not used, and one line reports this. status shows the build of each row.
. "$(dirname "$0")/common.sh"
cp -r "${FIXTURES:?}"/0.1.0/. .
store=store.h5
known_digests() { query $store "SELECT identity, digest FROM augmented_all WHERE identity IN ($known) ORDER BY identity"; }
known="'b92c36db79cd1626f3a8ae8f8dbb1f5e', '153b40f17bbe1fce291dcf7747fd7598'"
before=$(known_digests)
[ "$(wc -l <<<"$before")" = 3 ] || fail "its rows are not read: $before"
"$ICSWEEP" status $store >status.txt || fail "status of the old store fails"
grep -q 'with: icsweep 0.1.0$' status.txt || fail "the program that made the store is not printed: $(cat status.txt)"
"$ICSWEEP" verify $store --sample 2 >verify.txt || fail "verify: $(cat verify.txt)"
grep -q ' 4 rows: 2 sound, 2 pending, 0 damaged' verify.txt || fail "verify: $(cat verify.txt)"

rm -f $store.lease # its process is dead, or another process has its id
"$ICSWEEP" run sweep.toml -o $store 2>run.log || fail "the resumed run: $(cat run.log)"
grep -q '1 checkpoint is of another build of the program: its experiment starts again$' run.log || fail "the unused checkpoints are not reported: $(cat run.log)"
grep -q '2 experiments were computed by another build of the program' run.log || fail "the build of the rows is not reported: $(cat run.log)"
[ "$(known_digests)" = "$before" ] || fail "earlier rows were changed: $(known_digests)"
"$ICSWEEP" diff "$FIXTURES"/0.1.0/store.h5 $store >diff.txt && fail "diff finds no difference to a store with more done: $(cat diff.txt)"
grep -q '^augmented: 4 experiments in both: 2 with equal digests, 2 ended in store.h5 alone$' diff.txt || fail "diff: $(cat diff.txt)"
"$ICSWEEP" run sweep.toml -o fresh.h5 2>run.log || fail "the run in a new store: $(cat run.log)"
# On 16 lanes its batches are one block, whose sums are again those of 0.1.0. Only columns have been added since.
"$ICSWEEP" diff $store fresh.h5 >diff.txt
case $? in
  0) grep -q ': 2 with equal digests, 2 equal in the results that both have$' diff.txt ;;
  1) grep -q ': 2 with equal digests, 2 with other results$' diff.txt ;;
  *) false ;;
esac || fail "diff: $(cat diff.txt)"
sed -i 's/count = 2/count = 3/' sweep.toml
"$ICSWEEP" run sweep.toml -o $store 2>run.log || fail "the extension: $(cat run.log)"
grep -q '5 experiments, 1 to do' run.log || fail "done experiments are run again: $(cat run.log)"
[ "$(known_digests)" = "$before" ] || fail "the extension changed earlier rows: $(known_digests)"
"$ICSWEEP" status $store >status.txt || fail "status of the extended store fails"
grep -q 'computed by 2 builds of the program: 2 of an icsweep before 0.2, 3 of [0-9a-f]\{16\}$' status.txt || fail "status prints other builds: $(cat status.txt)"
grep -q 'with: icsweep [0-9.]* (commit [0-9a-z+]*, build [0-9a-f]\{16\})$' status.txt || fail "status prints another commit: $(cat status.txt)"
"$ICSWEEP" verify $store --sample 3 >verify.txt || fail "verify at the end: $(cat verify.txt)"
[ ! -e $store.checkpoints ] || fail "checkpoints are left: $(ls $store.checkpoints)"

# The same with the lease of the dead launch: each experiment runs in its own process.
cp "$FIXTURES"/0.1.0/store.h5 "$FIXTURES"/0.1.0/store.h5.lease . && sed -i "s/\"host\":\"[^\"]*\"/\"host\":\"$(uname -n)\"/; s/\"machine\":\"[^\"]*\"/\"machine\":\"\"/; s/\"pid\":[0-9]*/\"pid\":4194304/" $store.lease
timeout 300 "$ICSWEEP" run sweep.toml -o $store --only 'epochs == 3' 2>run.log || fail "the run after a dead launch: $(cat run.log)"
grep -q 'the last launch crashed or was killed' run.log || fail "the lease of the dead launch is not recognised: $(cat run.log)"
