#!/usr/bin/env bash
# program_search.sh [KILLS]: halving among 27 settings of a program. One that saves itself resumes at each rung; one
# that cannot either restarts or continues until it is pruned. All three, on several numbers of ranks and on two that
# are killed at 3 (or KILLS) random moments, have the same decisions and digests. A missing declaration is refused in
# one line.
. "$(dirname "$0")/common.sh"
: "${PROJECT:?the source}"
random_from 7
wanted=${1:-3}
cp "$(dirname "$0")"/code/descent.* .
sed -i "s|\"python3\"|\"$(python3 -c 'import sys; print(sys.executable)')\"|" descent.toml # not a wrapper of it
for how in saves restarts continues; do sed "s/\"saves\"/\"$how\"/" descent.toml >$how.toml; done
export COUNT_STEPS=$folder/steps

# run_on RANKS SWEEP STORE: sets `steps` to the number of steps that the program made
run_on() {
  rm -rf steps "$3"*
  ranks "$1" "$ICSWEEP" run "$2.toml" -o "$3" --allow-code 2>run.log || fail "$2 on $1 ranks: $(cat run.log)"
  steps=$(wc -c <steps)
}
decisions() { query "$1" "SELECT identity, status, rung, rung_metric, digest, message FROM descent_all WHERE planned = 1 ORDER BY identity"; }
expect_same() { decisions "$1" | cmp -s - wanted.csv || fail "$2 decide otherwise: $(decisions "$1" | diff - wanted.csv)"; }

"$ICSWEEP" plan saves.toml --allow-code >plan.txt || fail "plan: $(cat plan.txt)"
grep -q "^search: halving by smallest loss, at most 11.1 % of the full grid's work\$" plan.txt || fail "$(cat plan.txt)"
grep -q '^  descent: 27 settings of 27 experiments, 27 to steps 10, 9 to steps 30, 3 to steps 90, 1 to the end at 270$' plan.txt || fail "$(cat plan.txt)"
"$ICSWEEP" plan restarts.toml --allow-code | grep -q 'at most 14.8 %' || fail "plan counts no restarts"
"$ICSWEEP" plan continues.toml --allow-code | grep -q 'each runs on until the search decides$' || fail "plan says nothing of programs that continue"
"$ICSWEEP" simulate saves.toml --allow-code >simulate.txt || fail "simulate: $(cat simulate.txt)"

run_on 1 saves saves.h5
decisions saves.h5 >wanted.csv
[ "$(grep -c ',done,' wanted.csv)" = 1 ] && [ "$(grep -c ',diverged,' wanted.csv)" -ge 4 ] || fail "$(cat wanted.csv)"
[ "$(grep -c ',pruned,2,' wanted.csv)" = 6 ] && [ "$(grep -c ',pruned,3,' wanted.csv)" = 2 ] || fail "$(cat wanted.csv)"
[ "$steps" -le $((27 * 270 / 4)) ] || fail "the program made $steps of $((27 * 270)) steps"
used="saves $steps"
for n in 2 7; do run_on $n saves two.h5 && expect_same two.h5 "$n ranks"; done
"$ICSWEEP" status saves.h5 | grep -q '^  rung 1: 1[0-9] pruned; rung 2: 6 pruned; rung 3: 2 pruned$' || fail "status: $("$ICSWEEP" status saves.h5)"
"$ICSWEEP" top saves.h5 descent error --by learning_rate | grep -q '[0-9]* pruned' || fail "top does not report pruned settings"
"$ICSWEEP" report saves.h5 -o report.html >report.txt 2>&1 || fail "report: $(cat report.txt)"
"$ICSWEEP" verify saves.h5 >verify.txt && ! grep -q 'cannot be expanded' verify.txt || fail "verify: $(cat verify.txt)"
"$ICSWEEP" run saves.toml -o saves.h5 --allow-code 2>again.log && grep -q ', 0 to do on' again.log || fail "the second run: $(cat again.log)"

# A program that cannot be saved decides the same.
for n in 1 3; do
  run_on $n restarts restarts.h5 && expect_same restarts.h5 "restarts on $n ranks"
  [ "$steps" -le $((27 * 270 / 4)) ] || fail "with restarts the program made $steps steps"
  used+=", restarts on $n $steps"
  run_on $n continues continues.h5 && expect_same continues.h5 "continuing on $n ranks"
  [ "$steps" -lt $((27 * 270)) ] || fail "with continuing the program made $steps steps"
  used+=", continues on $n $steps"
done
# Without the search the rest runs, or is taken from what was kept.
sed '/^\[search\]/,/^$/d' descent.toml >grid.toml
run_on 1 grid grid.h5
digests() { query "$1" "SELECT identity, status, digest FROM descent_all ORDER BY identity"; }
for how in restarts continues; do
  "$ICSWEEP" run grid.toml -o $how.h5 --allow-code 2>off.log || fail "$how without the search: $(cat off.log)"
  digests $how.h5 | cmp -s - <(digests grid.h5) || fail "$how without the search: $(digests $how.h5 | diff - <(digests grid.h5))"
  [ ! -e $how.h5.checkpoints ] || fail "files are left: $(ls $how.h5.checkpoints)"
done

# Killed, all decide the same.
expect_deaths
export STEP_SECONDS=0.002
kills=0
for how in saves restarts continues; do
  limit=$((kills + wanted)) missed=0
  [ $how = saves ] || limit=$((kills + (wanted + 2) / 3))
  rm -rf cut.h5*
  while [ $kills -lt $limit ]; do
    if ! killed_launch $how.toml cut.h5 90 --allow-code; then
      grep -q ' 0 duplicates' cut.log || fail "a launch that was not killed: $(cat cut.log)"
      expect_same cut.h5 "$how after kills"
      rm -rf cut.h5*
    fi
  done
  ranks 2 "$ICSWEEP" run $how.toml -o cut.h5 --allow-code 2>cut.log || fail "$how, the last launch: $(cat cut.log)"
  expect_same cut.h5 "$how after $kills kills"
done
unset STEP_SECONDS

# refused SED MESSAGE: expects `plan` to refuse the changed sweep with this line
refused() {
  sed "$1" saves.toml >bad.toml
  "$ICSWEEP" plan bad.toml --allow-code >bad.txt 2>&1 && fail "not refused: $1"
  [ "$(cat bad.txt)" = "icsweep: bad.toml:$2" ] || fail "$1 is refused by: $(cat bad.txt)"
}
refused '/at_rung/d' "2: descent does not declare what it does at a rung: add program.at_rung = \"saves\" to its grid if it saves itself, else \"restarts\" or \"continues\""
refused '/program.steps/d' "5: resource = \"steps\": add program.steps = \"steps\" to the grid of descent, if this is its number of steps"
refused 's/"loss"/"lost"/' '4: metric "lost": descent has no such result; a rung looks at a curve along training: loss'
refused 's/"saves"/"save"/' '17: program.at_rung = "save" is unknown, use saves, restarts, continues'
refused 's/program.steps = "steps"/program.steps = "epochs"/' '16: program.steps = "epochs": it names the integer parameter that is the program'"'"'s number of steps, and the program has steps'
refused 's/, "loss.*"\]/]/' '4: metric "loss": descent has no such result; a rung looks at a curve along training: declare "loss[checkpoint=N]" in program.results'

# failing SED MESSAGE: expects the experiments of the changed program to fail with this message
failing() {
  mkdir -p bad && cp saves.toml bad && sed "$1" descent.py >bad/descent.py
  rm -rf bad.h5*
  "$ICSWEEP" run bad/saves.toml -o bad.h5 --allow-code --set learning_rate='[1e-4,1e-3,1e-2]' 2>bad.log && fail "not failed: $1"
  [ "$(one bad.h5 "SELECT message FROM descent_all WHERE status = 'failed' LIMIT 1")" = "$2" ] ||
    fail "$1 fails with: $(query bad.h5 'SELECT status, message FROM descent_all') $(cat bad.log)"
}
sed -i 's/^rungs = 4/rungs = 2/' saves.toml
failing 's/run.progress(step, steps/run.progress(step, 2 * steps/' '"its program reported step 1 of 540, but steps = 270: program.steps (bad/saves.toml:16) says that its steps are steps"'
failing 's/curves=.* None/curves=None/' '"reported no loss by step 90 of 270, where its search compares it"'
sed -i 's/checkpoint=27/checkpoint/' saves.toml
failing 's/nothing//' '"its program gave 1 of the 10 values of ""loss"" that are due at step 10 of 270"'
sed -i 's/"loss\[checkpoint\]"/"loss[checkpoint=27]"/' saves.toml
failing 's/% (steps \/\/ 27)/% 20/' '"its program gave 1 of the 2 values of ""loss"" that are due at step 20 of 270"'
echo "$kills kills: the same decisions, of $((27 * 270)) steps: $used"
