#!/usr/bin/env bash
# search.sh [KILLS]: sweeps with a search: by halving, scouts. On one rank, on two, and on two that are killed at 4 (or KILLS) random moments the same
# settings are pruned at the same rungs, every row has the same digest, and the settings that go on end with the bits of the full grid. What is
# pruned is in no mean, and counts as ended until the search is taken out: then the rest of the grid runs in the same store. A search with more
# settings decides as if it had had them from the start.
. "$(dirname "$0")/common.sh"
RANDOM=5
wanted=${1:-4}

# with_search FILE COUNT: COUNT learning rates, two seeds each, from one that hardly learns to one that diverges
with_search() {
  cat >"$1" <<END
[sweep]
name = "rates"

[search]
method = "halving"
metric = "loss"
resource = "epochs"
eta = 3
rungs = 3

[[grid]]
task = "augmented"
depth = 2
dim = 3
length = 16
sequences = 256
test_sequences = 64
batch = 64
epochs = ${epochs:?}
learning_rate = [1e-5, 1e-2, 3e-2, 1e-3, 1e3, 3e-3, 1e-4, 3e-4, 1e-6$2]
seed = { count = 2 }
END
}
decisions() { query "$1" "SELECT identity, status, rung, rung_metric, digest, message FROM augmented_all WHERE planned = 1 ORDER BY identity"; }
results() { query "$1" "SELECT identity, status, digest FROM augmented_all WHERE status IN ('done', 'diverged') ORDER BY identity" | tail -n +2; }

epochs=$(epochs_of 0.25)
[ "$epochs" -ge 45 ] || epochs=45
with_search alone.toml ""
sed '/^\[search\]/,/^$/d' alone.toml >grid.toml

"$ICSWEEP" plan alone.toml >plan.txt || fail "plan: $(cat plan.txt)"
grep -q "^search: halving by smallest loss, at most 2[0-9]\(\.[0-9]*\)\? % of the full grid's work\$" plan.txt || fail "budget: $(cat plan.txt)"
grep -q '^  augmented: 9 settings of 18 experiments, 9 to epochs [0-9]*, 3 to epochs [0-9]*, 1 to the end at ' plan.txt || fail "$(cat plan.txt)"

"$ICSWEEP" run alone.toml -o alone.h5 2>alone.log || fail "one rank: $(cat alone.log)"
"$ICSWEEP" run grid.toml -o grid.h5 2>grid.log || fail "the grid: $(cat grid.log)"
decisions alone.h5 >alone.csv
[ "$(grep -c ',done,' alone.csv)" = 2 ] && [ "$(grep -c ',pruned,2,' alone.csv)" = 4 ] || fail "$(cat alone.csv)"
[ "$(grep -c ',diverged,' alone.csv)" -gt 0 ] && [ "$(grep -c ',pruned,1,' alone.csv)" -ge 10 ] || fail "$(cat alone.csv)"
results grid.h5 >grid.csv
results alone.h5 | grep -vxFf grid.csv && fail "a setting that went on has other bits than in the full grid"
grep -q '18 experiments: 2 done, .* pruned, 0 duplicates' alone.log || fail "summary: $(cat alone.log)"

# No pruned value is taken for a final one.
[ "$(one alone.h5 "SELECT count(DISTINCT experiment) FROM augmented_loss")" = 2 ] || fail "curves of pruned rows among the final ones"
[ "$(one alone.h5 "SELECT count(test_mse) FROM augmented_all")" = 2 ] || fail "results of pruned rows"
"$ICSWEEP" top alone.h5 augmented test_mse --by learning_rate >top.txt || fail "top"
grep -q '2 pruned' top.txt || fail "top does not say what is pruned: $(cat top.txt)"
"$ICSWEEP" status alone.h5 >status.txt || fail "status"
grep -q '^  rung 1: 1[0-9] pruned; rung 2: 4 pruned$' status.txt || fail "status: $(cat status.txt)"
"$ICSWEEP" status alone.h5 --json | grep -q '"rungs":\[{"behind":0,"past":0,"pruned":1[0-9],"rung":1},{"behind":0,"past":0,"pruned":4,"rung":2}\]' || fail "status --json"
"$ICSWEEP" report alone.h5 -o report.html >report.txt 2>&1 || fail "report: $(cat report.txt)"
"$ICSWEEP" verify alone.h5 >verify.txt || fail "verify: $(cat verify.txt)"
"$ICSWEEP" run alone.toml -o alone.h5 --check | grep -q '"pending":0' || fail "--check: $("$ICSWEEP" run alone.toml -o alone.h5 --check)"
"$ICSWEEP" run alone.toml -o alone.h5 2>again.log && grep -q ', 0 to do on' again.log || fail "again: $(cat again.log)"

# same_everywhere NAME KILLS: two.h5 of two ranks, one of seven and cut.h5 of two that were killed decide as the store of one rank did
kills=0 resumed=0 launches=0
same_everywhere() {
  local wanted=$((kills + $2)) killed
  rm -rf two.h5* seven.h5* cut.h5*
  ranks 2 "$ICSWEEP" run "$1.toml" -o two.h5 2>two.log || fail "two ranks: $(cat two.log)"
  decisions two.h5 | cmp - "$1.csv" || fail "two ranks decide otherwise: $(decisions two.h5 | diff - "$1.csv")"
  ranks 7 "$ICSWEEP" run "$1.toml" -o seven.h5 2>seven.log || fail "seven ranks: $(cat seven.log)"
  decisions seven.h5 | cmp - "$1.csv" || fail "seven ranks decide otherwise: $(decisions seven.h5 | diff - "$1.csv")"
  while [ $kills -lt "$wanted" ]; do
    killed=yes launches=$((launches + 1))
    killed_launch "$1.toml" cut.h5 60 || killed=""
    grep 'do not match their checksums' cut.log && fail "a row that counted was torn by a kill: $(cat cut.log)"
    resumed=$((resumed + $(sed -n 's/.*: \([0-9]*\) experiments* goe*s* on from.*/\1/p' cut.log | grep . || echo 0)))
    if [ -z "$killed" ] || grep -q ' 0 duplicates' cut.log; then
      decisions cut.h5 | cmp - "$1.csv" || fail "other decisions after $kills kills: $(decisions cut.h5 | diff - "$1.csv")"
      rm -rf cut.h5*
    fi
  done
  ranks 2 "$ICSWEEP" run "$1.toml" -o cut.h5 2>cut.log || fail "the last launch: $(cat cut.log)"
  decisions cut.h5 | cmp - "$1.csv" || fail "other decisions after $kills kills: $(decisions cut.h5 | diff - "$1.csv")"
}
expect_deaths

# Scouts: the first seed of each setting goes ahead, and the others follow one setting in seven.
sed '/^eta = /d; /^rungs = /d; s/"halving"/"scouts"/; s/count = 2/count = 3/' alone.toml >scouts.toml
"$ICSWEEP" plan scouts.toml >plan.txt || fail "plan: $(cat plan.txt)"
grep -q '^  augmented: 9 settings of 27 experiments, the first of each to epochs [0-9]*, of 3 to the end at [0-9]*, all of 2$' plan.txt || fail "$(cat plan.txt)"
"$ICSWEEP" run scouts.toml -o scouts.h5 2>scouts.log || fail "one rank: $(cat scouts.log)"
decisions scouts.h5 >scouts.csv
[ "$(grep -c ',done,' scouts.csv)" = 7 ] || fail "3 scouts and 4 that follow two of them: $(cat scouts.csv)"
[ "$(one scouts.h5 "SELECT count(*) FROM augmented_all WHERE status = 'pruned' AND seed > 0")" = 14 ] || fail "others: $(cat scouts.csv)"
[ "$(one scouts.h5 "SELECT count(*) FROM augmented_all WHERE status = 'pruned' AND seed > 0 AND (rung_metric NOT NULL OR last_step > 0)")" = 0 ] ||
  fail "left behind, and run: $(cat scouts.csv)"
grep -q 'its setting left the race without it at rung 2 of 4, epochs ' scouts.csv || fail "no reason: $(cat scouts.csv)"
"$ICSWEEP" status scouts.h5 | grep -q "rung 2: [0-9]* pruned ([0-9]* without being run to it)" || fail "status: $("$ICSWEEP" status scouts.h5)"
"$ICSWEEP" report scouts.h5 -o report.html >report.txt 2>&1 || fail "report: $(cat report.txt)"
results scouts.h5 >done.csv
sed '/^\[search\]/,/^$/d' scouts.toml >scouted.toml
"$ICSWEEP" run scouted.toml -o scouted.h5 2>scouted.log || fail "the grid: $(cat scouted.log)"
results scouted.h5 >grid3.csv
grep -vxFf grid3.csv done.csv && fail "a scout or one that followed has other bits than in the full grid"
"$ICSWEEP" verify scouts.h5 >verify.txt || fail "verify: $(cat verify.txt)"
"$ICSWEEP" run scouts.toml -o scouts.h5 2>again.log && grep -q ', 0 to do on' again.log || fail "again: $(cat again.log)"
same_everywhere scouts "$wanted"
"$ICSWEEP" run scouted.toml -o cut.h5 2>off.log || fail "without the search: $(cat off.log)"
results cut.h5 | cmp - grid3.csv || fail "other results than the grid's"
sed 's/count = 3/count = 4/' scouts.toml >four.toml
"$ICSWEEP" run four.toml -o two.h5 2>four.log || fail "a seed more: $(cat four.log)"
"$ICSWEEP" run four.toml -o four.h5 2>four.log || fail "a seed more from the start: $(cat four.log)"
decisions four.h5 >four.csv
decisions two.h5 | grep -v ',done,' | grep -vxFf four.csv && fail "decided otherwise than with four seeds from the start"

same_everywhere alone "$wanted"
[ $resumed -gt 0 ] || fail "no experiment was resumed"

# More settings: the same as if they had been there from the start.
with_search more.toml ", 2e-2, 5e-3, 7e-3"
"$ICSWEEP" run more.toml -o two.h5 2>more.log || fail "more settings: $(cat more.log)"
grep -q 'experiments* that a search had pruned waits* again, from .*: its decisions are made anew with the settings of this sweep$' more.log ||
  fail "not told: $(cat more.log)"
"$ICSWEEP" run more.toml -o more.h5 2>more.log || fail "more settings from the start: $(cat more.log)"
decisions two.h5 | grep -v ',done,' >two.csv
decisions more.h5 >more.csv
grep -vxFf more.csv two.csv && fail "decided otherwise than with all settings from the start: $(diff two.csv more.csv)"
grep ',done,' more.csv | while read -r row; do decisions two.h5 | grep -qxF "$row" || fail "not done: $row"; done || exit 1

# Without the search the rest of the grid runs, from the checkpoints or, where they are gone, anew.
"$ICSWEEP" run grid.toml -o cut.h5 --check | grep -q '"pending":1[0-9]' || fail "--check without the search"
rm "$(find cut.h5.checkpoints -type f | head -n 1)"
"$ICSWEEP" run grid.toml -o cut.h5 2>off.log || fail "without the search: $(cat off.log)"
grep -q '1[0-9] experiments that a search had pruned wait again, from their checkpoints: this sweep has no search$' off.log || fail "$(cat off.log)"
grep -q '1[0-9] experiments go on from their checkpoints' off.log || fail "anew: $(cat off.log)"
results cut.h5 | cmp - grid.csv || fail "other results than the grid's: $(results cut.h5 | diff - grid.csv)"
"$ICSWEEP" verify cut.h5 >verify.txt || fail "verify: $(cat verify.txt)"
[ ! -e cut.h5.checkpoints ] || fail "left: $(ls cut.h5.checkpoints)"
echo "$kills kills in $launches launches, $resumed experiments resumed: the same decisions"
