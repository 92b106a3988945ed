#!/usr/bin/env bash
# search.sh [KILLS]: sweeps with a search by halving and with scouts. The same settings are pruned at the same rungs,
# and every row has the same digest: on one rank, on two, and on two that are killed at 4 (or KILLS) random moments.
# The settings that continue end with the bits of the full grid. Pruned rows are in no mean, and count as ended until
# the search is removed; then the rest of the grid runs in the same store. A search with more settings decides as if it
# had had them from the start.
. "$(dirname "$0")/common.sh"
random_from 5
wanted=${1:-4}

# with_search FILE COUNT: writes a sweep of COUNT learning rates with two seeds each, from one that hardly learns to
# one that diverges
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
grep -q "^search: halving by smallest loss, at most 2[0-9]\(\.[0-9]*\)\? % of the full grid's work\$" plan.txt || fail "plan prints another budget: $(cat plan.txt)"
grep -q '^  augmented: 9 settings of 18 experiments, 9 to epochs [0-9]*, 3 to epochs [0-9]*, 1 to the end at ' plan.txt || fail "$(cat plan.txt)"

"$ICSWEEP" run alone.toml -o alone.h5 2>alone.log || fail "the run on one rank: $(cat alone.log)"
"$ICSWEEP" run grid.toml -o grid.h5 2>grid.log || fail "the run of the full grid: $(cat grid.log)"
decisions alone.h5 >alone.csv
[ "$(grep -c ',done,' alone.csv)" = 2 ] && [ "$(grep -c ',pruned,2,' alone.csv)" = 4 ] || fail "$(cat alone.csv)"
[ "$(grep -c ',diverged,' alone.csv)" -gt 0 ] && [ "$(grep -c ',pruned,1,' alone.csv)" -ge 10 ] || fail "$(cat alone.csv)"
results grid.h5 >grid.csv
results alone.h5 | grep -vxFf grid.csv && fail "a setting that continued has other bits than in the full grid"
grep -q '18 experiments: 2 done, .* pruned, 0 duplicates' alone.log || fail "the summary is wrong: $(cat alone.log)"

# No value of a pruned row counts as a final one.
[ "$(one alone.h5 "SELECT count(DISTINCT experiment) FROM augmented_loss")" = 2 ] || fail "curves of pruned rows among the final ones"
[ "$(one alone.h5 "SELECT count(test_mse) FROM augmented_all")" = 2 ] || fail "pruned rows have results"
"$ICSWEEP" top alone.h5 augmented test_mse --by learning_rate >top.txt || fail "top fails"
grep -q '2 pruned' top.txt || fail "top does not report pruned settings: $(cat top.txt)"
"$ICSWEEP" status alone.h5 >status.txt || fail "status fails"
grep -q '^  rung 1: 1[0-9] pruned; rung 2: 4 pruned$' status.txt || fail "status: $(cat status.txt)"
"$ICSWEEP" status alone.h5 --json | grep -q '"rungs":\[{"behind":0,"past":0,"pruned":1[0-9],"rung":1},{"behind":0,"past":0,"pruned":4,"rung":2}\]' || fail "status --json does not report the pruned experiments"
"$ICSWEEP" report alone.h5 -o report.html >report.txt 2>&1 || fail "report: $(cat report.txt)"
"$ICSWEEP" verify alone.h5 >verify.txt || fail "verify: $(cat verify.txt)"
"$ICSWEEP" run alone.toml -o alone.h5 --check | grep -q '"pending":0' || fail "--check: $("$ICSWEEP" run alone.toml -o alone.h5 --check)"
"$ICSWEEP" run alone.toml -o alone.h5 2>again.log && grep -q ', 0 to do on' again.log || fail "the second run: $(cat again.log)"

prunes() { "$ICSWEEP" status "$1" 2>/dev/null | grep -q '[1-9][0-9]* pruned'; }
# After a stop, status shows the same share of the work as the launch did. Pruned experiments are no work that is left.
sed "s/^epochs = .*/epochs = $(epochs_of 8)/" alone.toml >long.toml
"$ICSWEEP" run long.toml -o long.h5 --checkpoint-every 0.2 2>long.log &
launch=$!
await "a pruned experiment" prunes long.h5
send INT $launch
wait $launch
[ $? = 75 ] || fail "the stopped search: $(cat long.log)"
share=$(grep -o '^[0-9]*/18 done .*' long.log | tail -n 1 | grep -o '[0-9]*%' | head -n 1)
"$ICSWEEP" status long.h5 >status.txt || fail "status of a stopped search fails"
grep -q "^$share of the predicted work is done; " status.txt || fail "status shows another share than $share: $(cat status.txt)"

# same_everywhere NAME KILLS: expects that stores of two ranks (two.h5), of seven, and of two that were killed (cut.h5)
# have the decisions of one rank
kills=0 resumed=0 launches=0
same_everywhere() {
  local wanted=$((kills + $2)) killed
  rm -rf two.h5* seven.h5* cut.h5*
  ranks 2 "$ICSWEEP" run "$1.toml" -o two.h5 2>two.log || fail "the run on two ranks: $(cat two.log)"
  decisions two.h5 | cmp - "$1.csv" || fail "two ranks make other decisions: $(decisions two.h5 | diff - "$1.csv")"
  ranks 7 "$ICSWEEP" run "$1.toml" -o seven.h5 2>seven.log || fail "the run on seven ranks: $(cat seven.log)"
  decisions seven.h5 | cmp - "$1.csv" || fail "seven ranks make other decisions: $(decisions seven.h5 | diff - "$1.csv")"
  while [ $kills -lt "$wanted" ]; do
    killed=yes launches=$((launches + 1))
    killed_launch "$1.toml" cut.h5 60 || killed=""
    grep 'do not match their checksums' cut.log && fail "a kill tore a finished row: $(cat cut.log)"
    resumed=$((resumed + $(sed -n 's/.*: \([0-9]*\) experiments* resumes* from.*/\1/p' cut.log | grep . || echo 0)))
    if [ -z "$killed" ] || grep -q ' 0 duplicates' cut.log; then
      decisions cut.h5 | cmp - "$1.csv" || fail "other decisions after $kills kills: $(decisions cut.h5 | diff - "$1.csv")"
      rm -rf cut.h5*
    fi
  done
  ranks 2 "$ICSWEEP" run "$1.toml" -o cut.h5 2>cut.log || fail "the last launch: $(cat cut.log)"
  decisions cut.h5 | cmp - "$1.csv" || fail "other decisions after $kills kills: $(decisions cut.h5 | diff - "$1.csv")"
}
expect_deaths

# Scouts: the first seed of each setting runs first, and the other seeds of one setting in seven follow.
sed '/^eta = /d; /^rungs = /d; s/"halving"/"scouts"/; s/count = 2/count = 3/' alone.toml >scouts.toml
"$ICSWEEP" plan scouts.toml >plan.txt || fail "plan: $(cat plan.txt)"
grep -q '^  augmented: 9 settings of 27 experiments: one seed each to epochs [0-9]*, the best 3 to [0-9]*, all seeds of the best 2$' plan.txt || fail "$(cat plan.txt)"
"$ICSWEEP" run scouts.toml -o scouts.h5 2>scouts.log || fail "the run on one rank: $(cat scouts.log)"
decisions scouts.h5 >scouts.csv
[ "$(grep -c ',done,' scouts.csv)" = 7 ] || fail "the outcomes are not 3 scouts and 4 followers of two of them: $(cat scouts.csv)"
[ "$(one scouts.h5 "SELECT count(*) FROM augmented_all WHERE status = 'pruned' AND seed > 0")" = 14 ] || fail "the other outcomes are wrong: $(cat scouts.csv)"
[ "$(one scouts.h5 "SELECT count(*) FROM augmented_all WHERE status = 'pruned' AND seed > 0 AND (rung_metric NOT NULL OR last_step > 0)")" = 0 ] ||
  fail "a pruned setting has run: $(cat scouts.csv)"
grep -q 'its setting left the race without it at rung 2 of 4, epochs ' scouts.csv || fail "the reason is not stored: $(cat scouts.csv)"
"$ICSWEEP" status scouts.h5 | grep -q "rung 2: [0-9]* pruned ([0-9]* without being run to it)" || fail "status: $("$ICSWEEP" status scouts.h5)"
"$ICSWEEP" report scouts.h5 -o report.html >report.txt 2>&1 || fail "report: $(cat report.txt)"
results scouts.h5 >done.csv
sed '/^\[search\]/,/^$/d' scouts.toml >scouted.toml
"$ICSWEEP" run scouted.toml -o scouted.h5 2>scouted.log || fail "the run of the full grid: $(cat scouted.log)"
results scouted.h5 >grid3.csv
grep -vxFf grid3.csv done.csv && fail "a scout or a follower has other bits than in the full grid"
"$ICSWEEP" verify scouts.h5 >verify.txt || fail "verify: $(cat verify.txt)"
"$ICSWEEP" run scouts.toml -o scouts.h5 2>again.log && grep -q ', 0 to do on' again.log || fail "the second run: $(cat again.log)"
same_everywhere scouts "$wanted"
"$ICSWEEP" run scouted.toml -o cut.h5 2>off.log || fail "the run without the search: $(cat off.log)"
results cut.h5 | cmp - grid3.csv || fail "the results differ from those of the grid"
sed 's/count = 3/count = 4/' scouts.toml >four.toml
"$ICSWEEP" run four.toml -o two.h5 2>four.log || fail "the run with one more seed: $(cat four.log)"
"$ICSWEEP" run four.toml -o four.h5 2>four.log || fail "the run with four seeds from the start: $(cat four.log)"
decisions four.h5 >four.csv
decisions two.h5 | grep -v ',done,' | grep -vxFf four.csv && fail "the decisions differ from those with four seeds from the start"

same_everywhere alone "$wanted"
[ $resumed -gt 0 ] || fail "no experiment was resumed"

# With more settings, the decisions are the same as with all settings from the start.
with_search more.toml ", 2e-2, 5e-3, 7e-3"
"$ICSWEEP" run more.toml -o two.h5 2>more.log || fail "the run with more settings: $(cat more.log)"
grep -q 'experiments* that a search had pruned waits* again, from .*: its decisions are made anew with the settings of this sweep$' more.log ||
  fail "the change of the search is not reported: $(cat more.log)"
"$ICSWEEP" run more.toml -o more.h5 2>more.log || fail "the run with all settings from the start: $(cat more.log)"
decisions two.h5 | grep -v ',done,' >two.csv
decisions more.h5 >more.csv
grep -vxFf more.csv two.csv && fail "the decisions differ from those with all settings from the start: $(diff two.csv more.csv)"
grep ',done,' more.csv | while read -r row; do decisions two.h5 | grep -qxF "$row" || fail "a row is not done: $row"; done || exit 1

# Without the search, the rest of the grid runs: from the checkpoints, or from the start if they are gone.
"$ICSWEEP" run grid.toml -o cut.h5 --check | grep -q '"pending":1[0-9]' || fail "run --check without the search does not report all experiments"
rm "$(find cut.h5.checkpoints -type f | head -n 1)"
"$ICSWEEP" run grid.toml -o cut.h5 2>off.log || fail "the run without the search: $(cat off.log)"
grep -q '1[0-9] experiments that a search had pruned wait again, from their checkpoints: this sweep has no search$' off.log || fail "$(cat off.log)"
grep -q '1[0-9] experiments resume from their checkpoints' off.log || fail "the run without checkpoints: $(cat off.log)"
results cut.h5 | cmp - grid.csv || fail "the results differ from those of the grid: $(results cut.h5 | diff - grid.csv)"
"$ICSWEEP" verify cut.h5 >verify.txt || fail "verify: $(cat verify.txt)"
[ ! -e cut.h5.checkpoints ] || fail "checkpoints are left: $(ls cut.h5.checkpoints)"
echo "$kills kills in $launches launches, $resumed experiments resumed: the same decisions"
