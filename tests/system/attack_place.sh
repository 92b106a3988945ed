#!/usr/bin/env bash
# A store is deleted, moved, replaced or overwritten while a launch writes it. The launch notices this within seconds,
# prints what happened and where its results are, ends with 2, and writes nothing into the other file. If two launches
# use the same store, only one writes.
. "$(dirname "$0")/common.sh"
. "$(dirname "$0")/attack.sh"
sweep s.toml "[1, 2]" "$(epochs_of 2)" 3
reference s.toml whole.h5
sed 's/count = 3/count = 3, from = 10/' s.toml >o.toml
sed -i 's/^epochs.*/epochs = 2/; s/name = .*/name = "also"/' o.toml
"$ICSWEEP" run o.toml -o other.h5 2>other.log || fail "the other store: $(cat other.log)"

# disturbed TEXT COMMAND...: starts a launch, waits for a first result and runs COMMAND. The launch must end soon and
# print TEXT.
disturbed() {
  local text=$1 began
  shift
  ranks 2 "$ICSWEEP" run s.toml -o s.h5 2>run.log &
  local launcher=$!
  wait_for s.h5 1
  undisturbed || "$@" || fail "the disturbance: $*"
  began=$(date +%s%N)
  wait $launcher
  local status=$?
  [ $status = 2 ] || fail "status $status instead of 2 after $*: $(cat run.log)"
  took=$((($(date +%s%N) - began) / 1000000))
  says run.log "$text"
  echo "$*: noticed in $took ms"
}
go_on() {
  ranks 2 "$ICSWEEP" run s.toml -o s.h5 2>again.log || fail "the next launch: $(cat again.log)"
  equal s.h5 whole.h5
}

disturbed 'icsweep: s.h5: the store was deleted while it was written, and its results with it' rm s.h5
[ ! -e s.h5 ] || fail "a deleted store was created again"
one_line "$ICSWEEP" status s.h5
grep -q 'there is no such store' err.txt || fail "status of a deleted store: $(cat err.txt)"

disturbed "the store's file is in $folder/moved.h5; move it back" mv s.h5 moved.h5
[ "$(count moved.h5 done)" -ge 1 ] || fail "the moved store has no finished experiment"
mv moved.h5 s.h5
go_on

rm s.h5
disturbed "the store's file is gone; put the store back or name another" sh -c 'echo hello >s.tmp && mv s.tmp s.h5'
[ "$(cat s.h5)" = hello ] || fail "the other file was written"
one_line "$ICSWEEP" run s.toml -o s.h5
[ "$(cat s.h5)" = hello ] || fail "the other file was written by the next launch"

rm s.h5
disturbed "the store's file is in $folder/moved.h5; put the store back" sh -c 'cp other.h5 s.tmp && mv s.h5 moved.h5 && mv s.tmp s.h5'
cmp s.h5 other.h5 || fail "the other store was written"
mv moved.h5 s.h5
go_on

# The file is overwritten in place, so it keeps its inode.
rm s.h5
disturbed 'the store was overwritten while it was written' cp other.h5 s.h5
cmp s.h5 other.h5 || fail "the other store was written"
rm s.h5
sed 's/^batch.*/batch = 32/' s.toml >same.toml  # of the same size in bytes
make_only same.toml same.h5
make_only s.toml size.h5
[ "$(stat -c %s same.h5)" = "$(stat -c %s size.h5)" ] || fail "the two stores differ in size"
disturbed "of augmented is another experiment's now" cp same.h5 s.h5
cmp s.h5 same.h5 || fail "the other store was written"

# Two launches at the same time.
rm s.h5
"$ICSWEEP" run s.toml -o s.h5 2>one.log &
one=$!
"$ICSWEEP" run s.toml -o s.h5 2>two.log &
wait $!
second=$?
wait $one
first=$?
[ $((first + second)) = 2 ] && [ $((first * second)) = 0 ] || fail "the statuses are $first and $second: $(cat one.log two.log)"
cat one.log two.log | grep -q 's.h5: another launch is writing it (host .*, process .*); wait for it or stop it first' || fail "no launch is refused: $(cat one.log two.log)"
equal s.h5 whole.h5
echo "a deleted, moved, replaced, overwritten or shared store is noticed, and no other file is written"
