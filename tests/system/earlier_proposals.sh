#!/usr/bin/env bash
# A store with rounds that version 1 of the estimator proposed (tests/fixtures/first-proposals). It is read and checked.
# Its sweep file without a version is refused in one line that says what to add, and the store stays as it is. With
# version = 1 the same draws follow as in the program that made the store, and earlier rows keep their digests.
. "$(dirname "$0")/common.sh"
cp "${FIXTURES:?}"/first-proposals/* .
digests() { query "$1" "SELECT identity, digest FROM augmented_all WHERE planned = 1 ORDER BY identity"; }
before=$(digests store.h5)
"$ICSWEEP" status store.h5 >status.txt || fail "status: $(cat status.txt)"
grep -q '^augmented: all 2 rounds of proposals; best test_mse 0.502794 at attention=softmax learning_rate=0.0267135$' status.txt ||
  fail "status: $(cat status.txt)"
"$ICSWEEP" verify store.h5 >verify.txt || fail "verify: $(cat verify.txt)"
grep -q 'not compared' verify.txt && fail "verify does not know the proposals: $(cat verify.txt)"

refusal='sweep.toml:1: store.h5 has rounds of version 1 of proposals, add version = 1 to [search] to continue them, or name another store'
for command in "run sweep.toml -o store.h5" "run sweep.toml -o store.h5 --check" "ask sweep.toml store.h5"; do
  # shellcheck disable=SC2086
  "$ICSWEEP" $command >out.txt 2>err.txt
  [ $? = 2 ] && [ ! -s out.txt ] && [ "$(wc -l <err.txt)" = 1 ] || fail "$command: $(cat out.txt err.txt)"
  grep -qF "$refusal" err.txt || fail "$command: $(cat err.txt)"
  cmp store.h5 "$FIXTURES"/first-proposals/store.h5 || fail "$command: the store was changed"
done

sed 's/^per_round = .*/&\nversion = 1/' sweep.toml >first.toml
"$ICSWEEP" run first.toml -o store.h5 2>run.log && grep -q ', 0 to do on' run.log || fail "the same rounds: $(cat run.log)"
sed -i 's/^rounds = 2/rounds = 3/' first.toml
"$ICSWEEP" ask first.toml store.h5 -n 3 >ask.txt || fail "ask fails"
for rate in 0.0169843 0.0231534 0.0792709; do # those of the program that made the store
  grep -q "\"softmax\",\"learning_rate\":$rate}" ask.txt || fail "other draws than before: $(cat ask.txt)"
done
"$ICSWEEP" run first.toml -o store.h5 2>run.log && grep -q ', 3 to do on' run.log || fail "one more round: $(cat run.log)"
digests store.h5 >now.csv
while read -r row; do grep -qxF "$row" now.csv || fail "an earlier row has changed: $row"; done <<<"$before"
"$ICSWEEP" status store.h5 | grep -q '^augmented: all 3 rounds of proposals; ' || fail "$("$ICSWEEP" status store.h5)"

# The newest version proposes other draws, and continues its own store without a word.
"$ICSWEEP" run sweep.toml -o new.h5 2>run.log || fail "a new store: $(cat run.log)"
[ "$(digests new.h5)" != "$before" ] || fail "the newest version proposes the draws of the first"
sed 's/^rounds = 2/rounds = 3/' sweep.toml >more.toml
"$ICSWEEP" run more.toml -o new.h5 2>run.log && grep -q ', 3 to do on' run.log || fail "more rounds: $(cat run.log)"
"$ICSWEEP" run first.toml -o new.h5 2>err.txt && fail "version 1 is taken in a store of version 4"
grep -q 'new.h5 has rounds of version 4 of proposals, add version = 4 to' err.txt || fail "$(cat err.txt)"

# Version 3 continues its own store too, and other draws follow than from version 4.
sed 's/^per_round = .*/&\nversion = 3/' sweep.toml >third.toml
"$ICSWEEP" run third.toml -o third.h5 2>run.log || fail "a store of version 3: $(cat run.log)"
"$ICSWEEP" run sweep.toml -o third.h5 2>err.txt && fail "version 4 is taken in a store of version 3"
grep -q 'third.h5 has rounds of version 3 of proposals, add version = 3 to' err.txt || fail "$(cat err.txt)"
sed -i 's/^rounds = 2/rounds = 3/' third.toml
"$ICSWEEP" run third.toml -o third.h5 2>run.log && grep -q ', 3 to do on' run.log || fail "more rounds of version 3: $(cat run.log)"
[ "$(digests third.h5)" != "$(digests new.h5)" ] || fail "version 4 proposes the draws of version 3"
