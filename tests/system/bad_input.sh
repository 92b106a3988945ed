#!/usr/bin/env bash
# Bad input gives one line that names the file, line or key and what to do, and status 2. Nothing is written. This
# holds alone and under mpirun.
. "$(dirname "$0")/common.sh"
sweep good.toml "[1]" 1 1

# expect PATTERN COMMAND...: expects status 2 and exactly one line of icsweep, which matches
expect() {
  local pattern=$1; shift
  "$@" >out.txt 2>err.txt
  local status=$?
  [ $status = 2 ] || fail "status $status instead of 2 from: $* ($(cat err.txt))"
  [ "$(grep -c '^icsweep: ' err.txt)" = 1 ] || fail "not exactly one line of icsweep from: $* ($(cat err.txt))"
  grep -qE "^icsweep: $pattern" err.txt || fail "$* printed another line: $(cat err.txt)"
  [ -s out.txt ] && fail "$* printed to standard output: $(cat out.txt)"
  rm -f out.txt err.txt
  [ "$(ls | sort | xargs)" = "$before" ] || fail "$* wrote files: $(ls | xargs)"
}
lines() { printf '%s\n' '[[grid]]' 'task = "augmented"' "$@"; }

lines 'colour = 1' >key.toml
lines '"a\nb" = 1' >control.toml
lines 'depth = -1' >depth.toml
lines 'seed = []' >empty.toml
lines 'depth = 1' 'depth = 2' >twice.toml
lines '[scale.quick]' 'depht = 1' >scale.toml
lines >task.toml; sed -i s/augmented/augmentd/ task.toml
lines 'text = "no.txt"' >file.toml; sed -i s/augmented/text_fit/ file.toml
lines 'keep_weights = true' >weights.toml; sed -i s/augmented/text_fit/ weights.toml
lines 'where = "dpth < 2"' >where.toml
lines 'derive = { depth = "1 / (dim - 5)" }' >zero.toml
lines 'seed = { count = 1000000 }' 'depth = { from = 1, to = 11 }' >huge.toml
lines 'learning_rate = { uniform = [0.1, 0.2] }' >draw.toml
printf 'include = "../good.toml"\n' >outside.toml
head -c 300 /dev/urandom >noise.toml
searching() { printf '%s\n' '[search]' 'method = "halving"' "$@" 'eta = 3' '[[grid]]' 'task = "augmented"' 'epochs = 9' 'dim = 2' 'length = 4' 'sequences = 64' 'batch = 64'; }
searching 'metric = "los"' 'resource = "epochs"' 'rungs = 3' >metric.toml
searching 'metric = "test_mse"' 'resource = "epochs"' 'rungs = 3' >final.toml
searching 'metric = "loss"' 'resource = "epoch"' >resource.toml
searching 'metric = "loss"' 'resource = "epochs"' 'rungs = 4' >rungs.toml
searching 'metric = "loss"' 'resource = "epochs"' 'rungs = 3' 'over = "seed"' 'per = "seed"' >both.toml
searching 'metric = "loss"' 'resource = "epochs"' 'rungs = 3' >search.toml
searching 'metric = "loss"' 'resource = "epochs"' 'rungs = 2' >other.toml
proposing() { printf '%s\n' '[search]' 'method = "tpe"' 'rounds = 2' 'per_round = 2' "$@" '[[grid]]' 'task = "augmented"'; }
proposing 'metric = "test_mse"' >nothing_drawn.toml
proposing 'metric = "test_mse"' 'eta = 3' >eta.toml
proposing 'metric = "test_ms"' >result.toml
proposing 'metric = "test_mse"' >tpe.toml
printf '%s\n' 'learning_rate = { log_uniform = [1e-3, 1e-2] }' 'sample = { count = 2 }' | tee -a result.toml >>tpe.toml
"$ICSWEEP" run search.toml -o search.h5 2>/dev/null || fail "the run of the correct search fails"
"$ICSWEEP" run good.toml -o good.h5 2>/dev/null || fail "the run of the correct sweep fails"
head -c 9000 good.h5 >short.h5
echo hello >text.h5
mkdir folder.h5
touch out.txt err.txt; rm out.txt err.txt
before=$(ls | sort | xargs)

# shellcheck disable=SC2086  # $run is nothing, or a function and its argument
for run in "" "ranks 2"; do
  expect 'key.toml:3: task augmented has no parameter "colour"; icsweep tasks augmented lists them' $run "$ICSWEEP" run key.toml -o new.h5
  expect 'control.toml:3: task augmented has no parameter "a b"' $run "$ICSWEEP" run control.toml -o new.h5
  expect 'depth.toml:3: depth = -1: must be at least 1' $run "$ICSWEEP" run depth.toml -o new.h5
  expect 'empty.toml:3: seed has an empty list' $run "$ICSWEEP" run empty.toml -o new.h5
  expect 'twice.toml:4: .*given twice, remove one' $run "$ICSWEEP" run twice.toml -o new.h5
  expect 'task.toml:1: task "augmentd" does not exist, did you mean augmented?' $run "$ICSWEEP" run task.toml -o new.h5
  expect 'scale.toml:4: no task of this sweep has a parameter "depht", did you mean depth' $run "$ICSWEEP" run scale.toml -o new.h5
  expect 'good.toml: has no scale "quick", it has none, leave --scale out' $run "$ICSWEEP" run good.toml -o new.h5 --scale quick
  expect 'file.toml:1: vocabulary = "[a-z0-9_]*.json": cannot be read .*check the path' $run "$ICSWEEP" run file.toml -o new.h5
  expect 'weights.toml:1: keep_weights = true: task text_fit trains no weights.*these do: augmented, plain' $run "$ICSWEEP" run weights.toml -o new.h5
  expect 'metric.toml:3: metric "los": augmented has no such result; a rung looks at a curve along training: epoch, loss' $run "$ICSWEEP" run metric.toml -o new.h5
  expect 'final.toml:3: metric "test_mse": augmented has it at the end alone; a rung looks at' $run "$ICSWEEP" run final.toml -o new.h5
  expect 'resource.toml:4: resource = "epoch": task augmented has no such parameter, did you mean epochs' $run "$ICSWEEP" run resource.toml -o new.h5
  expect 'rungs.toml:1: rungs = 4: 3 fit into epochs = 9, .*take fewer rungs' $run "$ICSWEEP" run rungs.toml -o new.h5
  expect 'both.toml:7: seed is in both over and per' $run "$ICSWEEP" run both.toml -o new.h5
  expect '--only seed == 0: a search decides among all of the sweep.s settings; write a where' $run "$ICSWEEP" run search.toml -o new.h5 --only 'seed == 0'
  expect 'nothing_drawn.toml:1: tpe proposes draws, and the grid of augmented at line 6 has none: give a parameter' $run "$ICSWEEP" run nothing_drawn.toml -o new.h5
  expect 'eta.toml:6: tpe has no key "eta", it has: method, metric, rounds, per_round, start_from, version' $run "$ICSWEEP" run eta.toml -o new.h5
  expect 'result.toml:5: metric "test_ms": augmented has no such result; a draw is judged by one of ' $run "$ICSWEEP" run result.toml -o new.h5
  expect '--only seed == 0: a search decides among all' $run "$ICSWEEP" run tpe.toml -o new.h5 --only 'seed == 0'
  expect 'search.h5: was searched by "halving .*rungs=3 keep=fifth", and the sweep.s search is "halving .*rungs=2 keep=fifth"; name another' $run "$ICSWEEP" run other.toml -o search.h5
  expect 'noise.toml:' $run "$ICSWEEP" run noise.toml -o new.h5
  expect 'none.toml: there is no such sweep file' $run "$ICSWEEP" run none.toml -o new.h5
  expect 'short.h5: cannot be opened .*restore it or move it away' $run "$ICSWEEP" run good.toml -o short.h5
  expect 'text.h5: is not an HDF5 file' $run "$ICSWEEP" run good.toml -o text.h5
  expect 'folder.h5: is a directory' $run "$ICSWEEP" run good.toml -o folder.h5
  expect 'nowhere/new.h5: there is no folder .*nowhere' $run "$ICSWEEP" run good.toml -o nowhere/new.h5
  expect 'run: SWEEP is missing; usage: icsweep run SWEEP' $run "$ICSWEEP" run -o new.h5
  expect 'run: unrecognised option .--ouput' $run "$ICSWEEP" run good.toml --ouput new.h5
done
expect 'there is no command "runn"' "$ICSWEEP" runn
expect 'none.h5: there is no such store' "$ICSWEEP" status none.h5
expect 'short.h5: cannot be opened' "$ICSWEEP" query short.h5 "SELECT 1"
expect 'SQL: no such column: dept .at character 8: dept FROM augmented., did you mean depth' "$ICSWEEP" query good.h5 "SELECT dept FROM augmented"
expect 'SQL: table augmented may not be modified; a store is read-only' "$ICSWEEP" query good.h5 "DELETE FROM augmented"
expect 'query: --format csv is for the rows of a statement' "$ICSWEEP" query good.h5 --format csv
expect 'ask: unrecognised option .--only' "$ICSWEEP" ask tpe.toml new.h5 --only 'depth < 3'
expect 'augmented has no scalar result "test_ms", did you mean test_mse' "$ICSWEEP" top good.h5 augmented test_ms --by depth
expect 'top: METRIC is missing; usage: icsweep top STORE.h5 .TASK. METRIC' "$ICSWEEP" top good.h5
expect '--format xml: use table, vertical, csv, json or jsonl' "$ICSWEEP" query good.h5 "SELECT 1" --format xml
expect 'bench: there is no workload "fig6"' "$ICSWEEP" bench fig6
expect 'there is no claim "prop9", did you mean prop1' "$ICSWEEP" claims prop9
expect 'claim prop4: dim = 0: must be at least 1' "$ICSWEEP" claims prop4 --d 0
expect 'claim lemma3: dim = 3: must be even' "$ICSWEEP" claims lemma3 --dim 3
expect 'no claim admits this setting: claim trajectories: dim = 0: must be at least 1' "$ICSWEEP" claims --d 0
expect 'claim prop7: mu = 0.5: must be at least 1' "$ICSWEEP" claims prop7 --mu 0.5
expect 'claim prop7 has no option --heads' "$ICSWEEP" claims prop7 --heads 2
expect 'claims: --T seven: must be a number' "$ICSWEEP" claims prop4 --T seven
expect 'export: say what with --id ID or --to FORMAT' "$ICSWEEP" export good.h5
expect 'none.h5: there is no such store' "$ICSWEEP" export none.h5 --id 0
expect 'the store has no task "argumented", did you mean augmented' "$ICSWEEP" export good.h5 --id 0 --task argumented
expect '--id 1: augmented has rows 0 to 0, take one of them' "$ICSWEEP" export good.h5 --id 1 --array test_mse -o x.npy
expect '--id zz: no identity starts with it; icsweep query lists them: SELECT identity FROM experiments' "$ICSWEEP" export good.h5 --id zz
expect 'augmented has no result "test_mes", did you mean test_mse' "$ICSWEEP" export good.h5 --id 0 --array test_mes -o x.npy
expect 'export: there is no file to write, name it with -o' "$ICSWEEP" export good.h5 --id 0 --array test_mse
expect 'export: nothing is chosen for -o' "$ICSWEEP" export good.h5 --id 0 -o x.npy
expect 'export: use --array or --weights, not both' "$ICSWEEP" export good.h5 --id 0 --array test_mse --weights -o x.npy
expect 'experiment [0-9a-f]{32} was done without keeping weights; set keep_weights = true' "$ICSWEEP" export good.h5 --id 0 --weights -o x.npy
expect 'nowhere/x.npy: cannot be written .No such file' "$ICSWEEP" export good.h5 --id 0 --array test_mse -o nowhere/x.npy
expect 'folder.h5: cannot be written .it is not a regular file' "$ICSWEEP" export good.h5 --id 0 --array test_mse -o folder.h5
expect 'where.toml:3: where "dpth < 2": task augmented has no parameter "dpth" \(character 1\), did you mean depth' "$ICSWEEP" plan where.toml
expect 'zero.toml:3: depth = "1 / \(dim - 5\)" in derive: is inf at dim = 5: a division by zero' "$ICSWEEP" run zero.toml -o new.h5
expect 'huge.toml:1: the sweep has 1.1e\+07 points up to here, more than 1e\+07' "$ICSWEEP" plan huge.toml
expect 'draw.toml:3: learning_rate is drawn: say how many points' "$ICSWEEP" plan draw.toml
expect 'outside.toml:1: include "../good.toml" is outside the folder' "$ICSWEEP" plan outside.toml
expect '--only: "depth >": Unexpected end of expression' "$ICSWEEP" run good.toml -o new.h5 --only 'depth >'
expect 'good.toml: none of its 1 points satisfies --only "depth > 9"' "$ICSWEEP" run good.toml -o new.h5 --only 'depth > 9'
expect '--set dpth=3: no task of this sweep has a parameter "dpth", did you mean depth' "$ICSWEEP" run good.toml -o new.h5 --set dpth=3
expect 'plan: --walltime soon: write seconds' "$ICSWEEP" plan good.toml --walltime soon
expect 'plan: --ranks 0: must be at least 1' "$ICSWEEP" plan good.toml --ranks 0
expect 'simulate: --ranks 1,x: write 1,16,256' "$ICSWEEP" simulate good.toml --ranks 1,x
expect 'simulate: --stragglers 2: write SHARE:FACTOR' "$ICSWEEP" simulate good.toml --stragglers 2
expect 'simulate: -1: times and rates are numbers from 0' "$ICSWEEP" simulate good.toml --latency -1

# A full disk, if this machine allows one: no file may be left.
mkdir full
if mount -t tmpfs -o size=32k tmpfs full 2>/dev/null; then
  trap 'umount "$folder/full"; rm -rf "$folder"' EXIT
  before=$(ls | sort | xargs)
  # shellcheck disable=SC2086  # $run is nothing, or a function and its argument
  for run in "" "ranks 2"; do
    expect 'full/s.h5: cannot be made .*No space left on device.; free some space' $run "$ICSWEEP" run good.toml -o full/s.h5
    [ -z "$(ls -A full)" ] || fail "the full disk holds $(ls -A full)"
    head -c 32768 /dev/zero >full/fill
    expect 'full/s.h5: the folder cannot be written .No space left on device.' $run "$ICSWEEP" run good.toml -o full/s.h5
    [ "$(ls -A full)" = fill ] || fail "the full disk holds $(ls -A full)"
    rm full/fill
  done
else
  echo "no full disk was tried: mounting needs root"
fi
echo "every mistake gave one line and status 2, and nothing was written"
