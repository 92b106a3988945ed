#!/usr/bin/env bash
# tpe.sh [KILLS]: a sweep with rounds of proposals. The same draws are proposed and every row has the same digest: on
# one rank, on two, on seven, and on two that are killed at 8 (or KILLS) random moments. `ask` prints the experiments
# of the next round. A store that was cut off between two rounds continues. More seeds and other rounds extend it.
# --check, verify and status count the proposals as planned.
. "$(dirname "$0")/common.sh"
random_from 7
wanted=${1:-8}

# with_rounds FILE ROUNDS SEEDS: writes such a sweep
with_rounds() {
  cat >"$1" <<END
[sweep]
name = "rates"

[search]
method = "tpe"
metric = "test_mse"
rounds = $2
per_round = 3

[[grid]]
task = "augmented"
depth = { integer = [1, 2] }
learning_rate = { log_uniform = [1e-4, 10.0] }
attention = { choice = ["linear", "softmax"] }
where = "learning_rate < 0.5"
sample = { count = 6, seed = 3 }
dim = 3
length = 16
sequences = 256
test_sequences = 64
batch = 64
epochs = ${epochs:?}
seed = { count = $3 }
END
}
rows() { query "$1" "SELECT identity, status, depth, learning_rate, attention, seed, digest FROM augmented_all WHERE planned = 1 ORDER BY identity"; }
drawn() { query "$1" "SELECT DISTINCT attention, depth, learning_rate FROM augmented_all WHERE planned = 1" | tail -n +2 | tr -d '\r' | sort; }

epochs=$(epochs_of 0.15)
with_rounds s.toml 3 2
"$ICSWEEP" plan s.toml >plan.txt || fail "plan: $(cat plan.txt)"
grep -q '^search: tpe by smallest test_mse, 3 rounds of 3 draws after the sample, counted here as random draws$' plan.txt || fail "$(cat plan.txt)"
"$ICSWEEP" simulate s.toml --ranks 1,2 | grep -q '^search: tpe' || fail "simulate prints nothing about rounds"

"$ICSWEEP" run s.toml -o alone.h5 2>alone.log || fail "the run on one rank: $(cat alone.log)"
rows alone.h5 >alone.csv
first=$("$ICSWEEP" plan s.toml --points | wc -l)
[ "$(one alone.h5 "SELECT count(*) FROM augmented_all")" = $((first + 18)) ] || fail "the outcomes are not $first and three rounds of six: $(cat alone.log)"
grep -q 'the sample and 3 rounds of proposals$' alone.log || fail "the rounds are not reported: $(cat alone.log)"
tr '\r' '\n' <alone.log | sed -n 's/.* done  *\([0-9]*\)%.*/\1/p' >shares.txt  # of the work of all rounds
sort -nc shares.txt && [ "$(uniq shares.txt | wc -l)" -ge 4 ] && [ "$(tail -n 1 shares.txt)" = 100 ] ||
  fail "the share does not grow to 100: $(cat alone.log)"
"$ICSWEEP" run s.toml -o alone.h5 --check | grep -q '"pending":0' || fail "--check: $("$ICSWEEP" run s.toml -o alone.h5 --check)"
"$ICSWEEP" run s.toml -o alone.h5 2>again.log && grep -q ', 0 to do on' again.log || fail "the second run: $(cat again.log)"
"$ICSWEEP" verify alone.h5 >verify.txt || fail "verify: $(cat verify.txt)"
grep -q 'not compared' verify.txt && fail "verify does not know the proposals: $(cat verify.txt)"
"$ICSWEEP" status alone.h5 | grep -q '^augmented: all 3 rounds of proposals; best test_mse 0\.[0-9]* at attention=[a-z]* depth=[12] learning_rate=[0-9.e-]*$' ||
  fail "status prints nothing about rounds: $("$ICSWEEP" status alone.h5)"
"$ICSWEEP" status alone.h5 --json | /usr/bin/env python3 -c 'import json, sys; r = json.load(sys.stdin)["rounds"][0]; print(r["best"])' >best.txt || fail "status --json does not print the rounds"
least=$(one alone.h5 "SELECT min(m) FROM (SELECT avg(test_mse) AS m, count(*) AS n FROM augmented GROUP BY attention, depth, learning_rate) WHERE n = 2")
awk -v a="$(cat best.txt)" -v b="$least" 'BEGIN { exit !(a > 0.99999 * b && a < 1.00001 * b) }' || fail "top prints $(cat best.txt) as the best, not $least"
"$ICSWEEP" status alone.h5 | grep -q "$((first + 18)) done" || fail "status: $("$ICSWEEP" status alone.h5)"

ranks 2 "$ICSWEEP" run s.toml -o two.h5 2>two.log || fail "the run on two ranks: $(cat two.log)"
rows two.h5 | cmp - alone.csv || fail "two ranks give other rows: $(rows two.h5 | diff - alone.csv)"
ranks 7 "$ICSWEEP" run s.toml -o seven.h5 2>seven.log || fail "the run on seven ranks: $(cat seven.log)"
rows seven.h5 | cmp - alone.csv || fail "seven ranks give other rows: $(rows seven.h5 | diff - alone.csv)"

# A sweep of fewer rounds is the beginning of one with more rounds, and `ask` prints the next round.
with_rounds fewer.toml 2 2
"$ICSWEEP" ask fewer.toml nowhere.h5 -n 2 >ask.txt && [ "$(wc -l <ask.txt)" = 2 ] && [ ! -e nowhere.h5 ] || fail "ask without a store: $(cat ask.txt)"
"$ICSWEEP" run fewer.toml -o fewer.h5 2>fewer.log || fail "the run of fewer rounds: $(cat fewer.log)"
"$ICSWEEP" ask fewer.toml fewer.h5 -n 3 >ask.txt || fail "ask fails"
"$ICSWEEP" status fewer.h5 | grep -q '^augmented: all 2 rounds of proposals; best test_mse ' || fail "status: $("$ICSWEEP" status fewer.h5)"
drawn fewer.h5 >before.txt
"$ICSWEEP" run s.toml -o fewer.h5 --check | grep -q '"pending":6' || fail "--check: $("$ICSWEEP" run s.toml -o fewer.h5 --check)"
"$ICSWEEP" run s.toml -o fewer.h5 2>more.log || fail "the run with one more round: $(cat more.log)"
rows fewer.h5 | cmp - alone.csv || fail "later rounds give other rows: $(rows fewer.h5 | diff - alone.csv)"
drawn fewer.h5 | comm -13 before.txt - >new.txt
sed 's/.*"attention":"\([a-z]*\)","depth":\([0-9]*\),"learning_rate":\([0-9.e-]*\)}.*/\1,\2,\3/' ask.txt | sort >asked.txt
cmp asked.txt new.txt || fail "ask printed $(cat asked.txt), but these ran: $(cat new.txt)"

# With more seeds each draw is judged again, and the rounds follow from that.
with_rounds seeds.toml 1 3
"$ICSWEEP" run seeds.toml -o two.h5 2>seeds.log || fail "the run with more seeds: $(cat seeds.log)"
"$ICSWEEP" run seeds.toml -o seeds.h5 2>seeds.log || fail "the run with more seeds from the start: $(cat seeds.log)"
rows seeds.h5 >seeds.csv
rows two.h5 | cmp - seeds.csv || fail "more seeds give other rows: $(rows two.h5 | diff - seeds.csv)"

expect_deaths
kills=0 launches=0
while [ $kills -lt "$wanted" ]; do
  launches=$((launches + 1))
  if ! killed_launch s.toml cut.h5 90; then
    rows cut.h5 | cmp - alone.csv || fail "other proposals after $kills kills: $(rows cut.h5 | diff - alone.csv)"
    rm -rf cut.h5*
  fi
done
ranks 2 "$ICSWEEP" run s.toml -o cut.h5 2>cut.log || fail "the last launch: $(cat cut.log)"
rows cut.h5 | cmp - alone.csv || fail "other proposals after $kills kills: $(rows cut.h5 | diff - alone.csv)"
"$ICSWEEP" verify cut.h5 >verify.txt || fail "verify: $(cat verify.txt)"
echo "$kills kills in $launches launches: the same proposals"
