#!/usr/bin/env bash
# The history that a store keeps. --only runs a part and leaves the rest planned. A second sweep keeps the text and
# command of the first. Rows name their launch. A sweep of other tasks needs --add. Stores are merged, and rows
# deleted. A store of 0.1.0 gets its history when it is next written.
. "$(dirname "$0")/common.sh"
expect() { # expect WANTED STORE SQL
  local found
  found=$("$ICSWEEP" query "$2" "$3" --format csv 2>note.txt | tail -n +2 | tr -d '\r' | tr '\n' ' ')
  [ "$found" = "$1 " ] || fail "$3: '$found', not '$1': $(cat note.txt)"
}
sweep first.toml "[1, 2, 3]" 2 2
sweep second.toml "[1]" 3 1
"$ICSWEEP" run first.toml -o s.h5 --only 'depth <= 1' 2>run.log || fail "$(cat run.log)"
grep -q '2 of 6 experiments, 2 to do' run.log || fail "the part is not reported: $(cat run.log)"
ranks 2 "$ICSWEEP" run first.toml -o s.h5 2>run.log || fail "$(cat run.log)"
"$ICSWEEP" run first.toml -o s.h5 --only 'depth == 3' 2>run.log || fail "$(cat run.log)"
"$ICSWEEP" status s.h5 >status.txt || fail "status fails"
grep -q '^augmented: 6 planned: 6 done$' status.txt || fail "--only removes experiments from the plan: $(cat status.txt)"
grep -q '^  launches: 2, the last on 2 ranks, began 20.*Z, complete 20.*Z$' status.txt || fail "$(cat status.txt)"
expect "6" s.h5 "SELECT count(*) FROM augmented"
"$ICSWEEP" verify s.h5 >verify.txt || fail "verify: $(cat verify.txt)"
"$ICSWEEP" run second.toml -o s.h5 2>run.log || fail "$(cat run.log)"
expect "1,complete,1,test 2,complete,2,test 3,complete,1,test" s.h5 "SELECT launch, ending, ranks, sweep FROM launches"
expect "1,2 2,4 3,1" s.h5 "SELECT launch, count(*) FROM augmented_all GROUP BY launch"
expect "icsweep run first.toml -o s.h5 --only 'depth <= 1'" s.h5 "SELECT command FROM launches WHERE launch = 1"
expect "mpirun -n 2 icsweep run first.toml -o s.h5" s.h5 "SELECT command FROM launches WHERE launch = 2"
"$ICSWEEP" query s.h5 "SELECT text FROM launches WHERE launch = 1" --format csv | tr -d '\r' | grep -qx 'depth = \[1, 2, 3\]' || fail "the text of the first sweep is lost"

# The command of a launch, pasted into a shell, is the same launch: no experiment is left to do.
pasted=$("$ICSWEEP" query s.h5 "SELECT command FROM launches WHERE launch = 1" --format csv | tail -n 1 | tr -d '\r')
eval "${pasted/#icsweep/\"\$ICSWEEP\"}" 2>run.log || fail "the pasted command fails: $(cat run.log)"
grep -q '2 of 6 experiments, 0 to do' run.log || fail "the pasted command runs experiments: $(cat run.log)"

# A sweep of other tasks.
printf '[[grid]]\ntask = "trajectory"\n' >other.toml
"$ICSWEEP" run other.toml -o s.h5 2>run.log && fail "a sweep of another task is accepted without --add"
[ "$(wc -l <run.log)" = 1 ] && grep -q "holds augmented and none of this sweep's tasks (trajectory).*--add" run.log || fail "$(cat run.log)"
"$ICSWEEP" run other.toml -o s.h5 --add 2>run.log || fail "$(cat run.log)"
expect "6,1" s.h5 "SELECT (SELECT count(*) FROM augmented), (SELECT count(*) FROM trajectory)"
"$ICSWEEP" verify s.h5 >verify.txt || fail "verify after --add: $(cat verify.txt)"

# Merges and deletes as a user does.
"$ICSWEEP" run second.toml -o t.h5 2>run.log || fail "$(cat run.log)"
"$ICSWEEP" merge s.h5 t.h5 -o u.h5 >merge.txt || fail "merge fails"
grep -qx 'u.h5: 8 experiments of 2 stores, 1 in more than one' merge.txt || fail "$(cat merge.txt)"
"$ICSWEEP" verify u.h5 >verify.txt || fail "verify of the merged store: $(cat verify.txt)"
before=$(digests s.h5)
[ "$(digests u.h5)" = "$before" ] || fail "the merged store has $(digests u.h5), not $before"
"$ICSWEEP" delete u.h5 --where 'depth = 2' --dry-run >delete.txt || fail "delete --dry-run fails"
grep -qx 'u.h5: 2 of augmented would be deleted' delete.txt || fail "$(cat delete.txt)"
"$ICSWEEP" delete u.h5 --where 'depth = 2' >delete.txt || fail "delete fails"
grep -qx 'u.h5: 2 of augmented deleted; the earlier store is u.h5.deleted-1' delete.txt || fail "$(cat delete.txt)"
[ "$(digests u.h5.deleted-1)" = "$before" ] || fail "the old store was changed"
# A killed merge leaves its lease, which does not block the next merge of that name.
dead='{"host":"'$(uname -n)'","pid":999999999,"pid_start":1,"machine":"none","epoch":3'
echo "$dead,\"rewrites\":true}" >v.h5.lease
"$ICSWEEP" merge s.h5 t.h5 -o v.h5 >merge.txt 2>&1 && [ ! -e v.h5.lease ] || fail "after a killed merge: $(cat merge.txt)"
# An edited sweep and --set: plan and run print how many experiments leave the plan.
"$ICSWEEP" run first.toml -o leaving.h5 2>run.log || fail "$(cat run.log)"
sed 's/^depth = .*/depth = [1, 2]/' first.toml >edited.toml
for change in "first.toml --set depth=1,4" "edited.toml,2"; do
  # shellcheck disable=SC2086  # the words of a command
  "$ICSWEEP" plan ${change%,*} -o leaving.h5 >leaving.txt 2>&1
  grep -q "^leaving.h5: ${change##*,} experiments of earlier sweeps would leave the plan" leaving.txt || fail "plan $change: $(cat leaving.txt)"
  cp leaving.h5 left.h5
  # shellcheck disable=SC2086
  "$ICSWEEP" run ${change%,*} -o left.h5 2>leaving.txt || fail "$(cat leaving.txt)"
  grep -q "^left.h5: ${change##*,} experiments of earlier sweeps leave the plan" leaving.txt || fail "run $change: $(cat leaving.txt)"
done
# The lease of a killed delete blocks no other command. That of a killed launch does, and a refused merge leaves it.
echo "$dead,\"rewrites\":true}" >u.h5.lease
"$ICSWEEP" delete u.h5 --where 'depth = 2' >delete.txt 2>&1 || fail "after a killed delete: $(cat delete.txt)"
[ ! -e u.h5.lease ] || fail "the lease of a killed delete is left: $(cat u.h5.lease)"
echo "$dead}" >u.h5.lease
"$ICSWEEP" merge s.h5 t.h5 -o u.h5 2>err.txt && fail "merge overwrites a store"
[ -e u.h5.lease ] || fail "a refused merge removes the lease of a killed launch"
rm u.h5.lease
"$ICSWEEP" delete u.h5 --where 'colour = 2' 2>err.txt && fail "delete accepts a missing column"
[ "$(wc -l <err.txt)" = 1 ] || fail "$(cat err.txt)"
"$ICSWEEP" run first.toml -o u.h5 --add 2>run.log || fail "$(cat run.log)"
[ "$(digests u.h5)" = "$before" ] || fail "deleted experiments are computed again with other bits"

# A store of 0.1.0 has one launch without a known end.
cp "${FIXTURES:?}"/0.1.0-two-sweeps/* .
expect "1,unknown" store.h5 "SELECT launch, ending FROM launches"
sed -i 's/^seed = \[0, 1\]$/seed = [0, 1, 2]/' second.toml
"$ICSWEEP" run second.toml -o store.h5 2>run.log || [ $? = 1 ] || fail "$(cat run.log)"
expect "1,unknown 2,with failures" store.h5 "SELECT launch, ending FROM launches"
expect "0,20 2,5" store.h5 "SELECT launch, count(*) FROM augmented_all GROUP BY launch"
"$ICSWEEP" verify store.h5 >verify.txt || fail "verify: $(cat verify.txt)"
# It merges with a new store in either order. Nothing is damaged, and 0.0009999999999999998 is 0.001.
"$ICSWEEP" run first.toml -o fresh.h5 2>run.log || [ $? = 1 ] || fail "$(cat run.log)"
for order in "store.h5 fresh.h5" "fresh.h5 store.h5"; do
  rm -f both.h5
  read -r first second <<<"$order"
  "$ICSWEEP" merge "$first" "$second" -o both.h5 >merge.txt 2>&1 || fail "merging $order: $(cat merge.txt)"
  "$ICSWEEP" verify both.h5 >verify.txt || fail "verify of $order: $(cat verify.txt)"
  [ "$(query both.h5 "SELECT count(*) FROM augmented_all WHERE epochs = 5" | tail -n 1)" = "$(query fresh.h5 "SELECT count(*) FROM augmented_all WHERE epochs = 5" | tail -n 1)" ] || fail "$order: experiments are duplicated"
done

# A link means the store that it points to. delete leaves no saved state of the deleted rows.
ln -s both.h5 link.h5
"$ICSWEEP" delete link.h5 --where 'epochs = 5' >delete.txt || fail "delete through a link fails"
[ -L link.h5 ] && [ -e both.h5.deleted-1 ] && [ "$(query both.h5 "SELECT count(*) FROM augmented_all WHERE epochs = 5" | tail -n 1)" = 0 ] || fail "the link was replaced: $(ls -l)"
echo "launches are recorded, --only keeps the plan, stores are merged and rows deleted"
