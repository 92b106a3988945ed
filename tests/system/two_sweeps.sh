#!/usr/bin/env bash
# Two sweeps in one store that icsweep 0.1.0 made (tests/fixtures/0.1.0-two-sweeps), with rows that diverged or timed
# out and a learning rate of 0.0009999999999999998. Queries, resumed runs and extensions do not mix the sweeps, show no
# incomplete results and run nothing again.
. "$(dirname "$0")/common.sh"
cp "${FIXTURES:?}"/0.1.0-two-sweeps/* .
answer() { "$ICSWEEP" query store.h5 "$1" --format csv 2>note.txt | tail -n +2 | tr -d '\r' | tr '\n' ' '; }
expect() { # expect WANTED SQL
  local found
  found=$(answer "$2")
  [ "$found" = "$1 " ] || fail "$2: '$found', not '$1': $(cat note.txt)"
}
expect "9,9" "SELECT count(*), count(test_mse) FROM augmented"
grep -qx 'augmented leaves out 2 diverged, 1 timed_out, 8 of earlier sweeps (augmented_all has them)' note.txt || fail "the rows of other sweeps are not reported: $(cat note.txt)"
expect "20,17" "SELECT count(*), count(test_mse) FROM augmented_all"
[ ! -s note.txt ] || fail "rows of other sweeps are reported without need: $(cat note.txt)"
expect "0,0" "SELECT count(train_mse), count(test_mse) FROM augmented_all WHERE status != 'done'"
expect "2,2" "SELECT count(*), count(DISTINCT seed) FROM augmented WHERE learning_rate = 0.001 AND epochs = 10"
"$ICSWEEP" top store.h5 augmented test_mse --by learning_rate --format csv | tr -d '\r' >top.txt || fail "top: $(cat top.txt)"
[ "$(sed -n '$p' top.txt)" = '1000,6,32,200,0,2,,,,,1,2 diverged' ] || fail "the diverged setting is not last: $(cat top.txt)"
before=$(answer "SELECT identity, digest FROM augmented_all WHERE status = 'done' ORDER BY 1")

"$ICSWEEP" run second.toml -o store.h5 2>run.log || [ $? = 1 ] || fail "the resumed run: $(cat run.log)"
grep -q '12 experiments, 0 to do' run.log || fail "experiments are run again: $(cat run.log)"
sed -i 's/^seed = \[0, 1\]$/seed = [0, 1, 2]/; 0,/^learning_rate = {/s/count = 4/count = 4/' second.toml
"$ICSWEEP" run second.toml -o store.h5 2>run.log || [ $? = 1 ] || fail "the extension: $(cat run.log)"
grep -q '17 experiments, 5 to do' run.log || fail "other experiments than the five new ones run: $(cat run.log)"
known=$(answer "SELECT identity, digest FROM augmented_all WHERE status = 'done' AND seed < 2 ORDER BY 1")
[ "$known" = "$before" ] || fail "earlier rows were changed"
expect "1,1" "SELECT last_step > 0, last_loss IS NOT NULL FROM augmented_all WHERE status = 'diverged' AND seed = 2"
"$ICSWEEP" verify store.h5 >verify.txt || fail "verify: $(cat verify.txt)"
echo "two sweeps of 0.1.0 are kept apart, resumed and extended"
