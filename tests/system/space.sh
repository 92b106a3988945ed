#!/usr/bin/env bash
# Every kind of value and of condition that a sweep file can give a program: booleans, none, lists and tables, nested
# and conditional parameters, in grids, samples and proposals. A Python program writes what it receives; it is killed
# and resumed on two ranks. Values come back by SQL and by the Python package. A sampler receives them too. Every wrong
# input is refused in one line with its file and line.
. "$(dirname "$0")/common.sh"
: "${PROJECT:?the source}"
export ICSWEEP_PYTHON=${ICSWEEP_PYTHON:-python3}
cat >space.py <<'END'
import json, os, time
from icsweep.program import serve

def train(run):
    with open("received.jsonl", "a") as file:
        file.write(json.dumps(run.parameters, sort_keys=True) + "\n")
    for step in range(5):
        time.sleep(float(os.environ.get("STEP", "0")))
        run.progress(step + 1, 5)
    momentum = run.parameters.get("momentum", 0.5)
    return {"score": abs(momentum - 0.7) + (run.parameters.get("optimizer") == "adam")}

serve(train)
END
head='[[grid]]
task = "program"
program.name = "space"
program.command = ["python3", "space.py"]
program.files = ["space.py"]
program.results = ["score"]'
cat >space.toml <<END
$head
optimizer = ["sgd", "adam"]
momentum = { when = 'optimizer == "sgd"', values = [0, 0.9] }
nesterov = { when = 'momentum > 0', values = [true, false] }
weight_decay = ["none", 0.1]
layers = [[16, 16], [32]]
augment = [{ flip = true, crop = 4 }]
model.lr = [0.1, 0.01]
model.head.width = 8
dropout = [true, false]
where = "!(optimizer == 'adam' && dropout && model.lr > 0.05)"
derive = { label = "optimizer + '-' + layers" }

$head
optimizer = "lion"
warmup = { when = 'optimizer == "lion"', from = 1, to = 2 }
weight_decay = 0.5
layers = [[8]]
augment = [{ crop = 2 }]
model.lr = 1
model.head.width = 4
dropout = false
label = "other"
END

ended() { one "$1" "SELECT count(*) FROM space_all WHERE status = 'done'"; }

# Three settings of sgd, one of adam: 4 x 16 less the 4 that the rule drops, and 2.
"$ICSWEEP" plan space.toml --allow-code >plan.txt 2>&1 || fail "plan: $(cat plan.txt)"
grep -q '^space.toml --allow-code: 62 experiments$' plan.txt || fail "plan: $(cat plan.txt)"
grep -qx 'space: 3 parameters absent (NULL) from some experiments: momentum, nesterov, warmup' plan.txt || fail "plan: $(cat plan.txt)"
"$ICSWEEP" plan space.toml --allow-code --points >points.txt 2>/dev/null
grep -q ' optimizer=adam weight_decay=none layers=\[16,16\] .*model_lr=0.1 .*dropout=false' points.txt || fail "$(cat points.txt)"

# Killed on two ranks and resumed.
rm received.jsonl # of the measurement by plan
expect_deaths
STEP=0.2 ranks 2 "$ICSWEEP" run space.toml --allow-code -o "$folder/store.h5" 2>killed.log &
launch=$!
await "13 experiments that began" eval '[ -s received.jsonl ] && [ "$(wc -l <received.jsonl)" -gt 12 ]'
# shellcheck disable=SC2046  # several processes
strike KILL $(pgrep -f "run space.toml --allow-code -o $folder")
wait $launch 2>/dev/null
[ "$(ended store.h5)" -lt 62 ] || fail "all had ended before the kill"
ranks 2 "$ICSWEEP" run space.toml --allow-code -o store.h5 2>run.log || fail "the resumed run: $(cat run.log)"
[ "$(ended store.h5)" = 62 ] || fail "the resumed run: $(cat run.log)"
"$ICSWEEP" run space.toml --allow-code -o store.h5 2>again.log && grep -q ', 0 to do on' again.log || fail "again: $(cat again.log)"
"$ICSWEEP" verify store.h5 >verify.txt || fail "verify: $(cat verify.txt)"
grep -q ' 62 sound, 0 pending, 0 damaged' verify.txt || fail "verify: $(cat verify.txt)"
"$ICSWEEP" run space.toml --allow-code -o store.h5 --check | grep -q '"pending":0' || fail "--check counts some as pending"

# Parameters that the program received.
sort -u received.jsonl >received.txt
[ "$(wc -l <received.txt)" = 62 ] || fail "other parameters: $(cat received.txt)"
for line in \
  '{"augment": {"crop": 4, "flip": true}, "dropout": true, "label": "adam-[32]", "layers": [32], "model": {"head": {"width": 8}, "lr": 0.01}, "optimizer": "adam", "weight_decay": null}' \
  '{"augment": {"crop": 4, "flip": true}, "dropout": false, "label": "sgd-[16,16]", "layers": [16, 16], "model": {"head": {"width": 8}, "lr": 0.1}, "momentum": 0.9, "nesterov": true, "optimizer": "sgd", "weight_decay": 0.1}' \
  '{"augment": {"crop": 2}, "dropout": false, "label": "other", "layers": [8], "model": {"head": {"width": 4}, "lr": 1.0}, "optimizer": "lion", "warmup": 2, "weight_decay": 0.5}'; do
  grep -qxF "$line" received.txt || fail "the program did not receive $line but $(tail -n 3 received.txt)"
done

# SQL.
expect() { [ "$(one store.h5 "$1")" = "$2" ] || fail "$1: $(one store.h5 "$1"), not $2"; }
expect "SELECT count(*) FROM space WHERE momentum IS NULL" 14
expect "SELECT count(*) FROM space WHERE weight_decay IS NULL" 30
expect "SELECT count(DISTINCT nesterov) || sum(nesterov) FROM space" 216
expect "SELECT group_concat(DISTINCT layers) FROM (SELECT layers FROM space ORDER BY layers)" '"[16,16],[32],[8]"'
expect "SELECT DISTINCT augment FROM space WHERE optimizer = 'adam'" '"{""crop"":4,""flip"":true}"'
expect "SELECT typeof(dropout) || dropout || model_lr || model_head_width FROM space WHERE warmup = 2" integer01.04
"$ICSWEEP" top store.h5 space score --by momentum >top.txt || fail "top: $(cat top.txt)"
"$ICSWEEP" importance store.h5 space score >importance.txt || fail "importance: $(cat importance.txt)"
grep -q '^momentum' importance.txt || fail "importance: $(cat importance.txt)"
"$ICSWEEP" diff store.h5 store.h5 >diff.txt || fail "diff: $(cat diff.txt)"
identity=$(one store.h5 "SELECT identity FROM space WHERE warmup = 1")
"$ICSWEEP" export store.h5 --id "$identity" --array score -o score.npy || fail "export"
"$ICSWEEP" report store.h5 -o report.html >report.txt 2>&1 || fail "report: $(cat report.txt)"
"$ICSWEEP" certify store.h5 -o crate.zip >certify.txt 2>&1 || fail "certify: $(cat certify.txt)"
if command -v gnuplot >/dev/null; then
  "$ICSWEEP" plot store.h5 space --y score --x model_lr --by momentum -o plot.svg >plot.txt 2>&1 || fail "plot: $(cat plot.txt)"
fi

# The Python package.
if "$ICSWEEP_PYTHON" -c 'import h5py, pandas' 2>/dev/null; then
  PYTHONPATH=$PROJECT/io/python checked "$ICSWEEP_PYTHON" - <<'END'
import icsweep
table = icsweep.open("store.h5")["space"]
assert len(table) == 62
assert table.dropout.dtype == bool and table.dropout.sum() == 28, table.dropout
assert table.nesterov.dtype == "boolean" and table.nesterov.isna().sum() == 62 - 32 and table.nesterov.sum() == 16
assert table.weight_decay.isna().sum() == 30 and table.momentum.isna().sum() == 14
assert table.warmup.dtype == "Int64" and table.warmup.dropna().tolist() == [1, 2]
assert sorted(map(str, table.layers)) == sorted(30 * ["[16, 16]"] + 30 * ["[32]"] + 2 * ["[8]"])
assert table.augment.iloc[0] == {"flip": True, "crop": 4}
END
fi

# Parts of the sweep and changed values.
points() { "$ICSWEEP" plan "$1" --allow-code --points "${@:2}" 2>/dev/null; }
[ "$(points space.toml --only "weight_decay == 'none' && dropout" | wc -l)" = 14 ] || fail "--only none"
[ "$(points space.toml --only 'momentum == 0.9' | wc -l)" = 32 ] || fail "--only of a conditional parameter"
[ "$(points space.toml --only 'layers == "[16,16]" && !dropout' | wc -l)" = 16 ] || fail "--only of a list"
[ "$(points space.toml --set weight_decay=none --set 'layers=[[4]]' --set model.lr=0.5 --set dropout=true | wc -l)" = 5 ] ||
  fail "--set: $(points space.toml --set weight_decay=none --set 'layers=[[4]]' --set model.lr=0.5 --set dropout=true)"
[ "$(points space.toml --set 'momentum=[0.3, 0.4]' | grep -c 'adam.*momentum\|lion.*momentum')" = 0 ] || fail "--set drops the condition"
[ "$(points space.toml --set optimizer=adam | wc -l)" = 13 ] || fail "--set leaves a condition without points: $(points space.toml --set optimizer=adam)"

# The same in samples and in proposals, which draw a conditional parameter only where its condition holds.
cat >rounds.toml <<END
[search]
method = "tpe"
metric = "score"
rounds = 3
per_round = 4
$head
optimizer = { choice = ["sgd", "adam"] }
momentum = { when = 'optimizer == "sgd"', uniform = [0, 1] }
dropout = { choice = [true, false] }
weight_decay = { choice = ["none", 0, 0.5] }
layers = { choice = [[16, 16], [32]] }
model.lr = { log_uniform = [1e-4, 1e-1] }
sample = { count = 8, seed = 1 }
END
ranks 2 "$ICSWEEP" run rounds.toml --allow-code -o rounds.h5 2>run.log || fail "proposals: $(cat run.log)"
"$ICSWEEP" run rounds.toml --allow-code -o alone.h5 2>run.log || fail "proposals on one rank: $(cat run.log)"
rows() { query "$1" "SELECT identity, digest FROM space_all ORDER BY identity"; }
[ "$(rows rounds.h5)" = "$(rows alone.h5)" ] && [ "$(rows alone.h5 | wc -l)" = 21 ] || fail "other proposals on two ranks: $(rows rounds.h5)"
[ "$(one rounds.h5 "SELECT count(*) FROM space WHERE (optimizer = 'sgd') != (momentum IS NOT NULL)")" = 0 ] || fail "momentum without sgd"
[ "$(one rounds.h5 "SELECT count(DISTINCT weight_decay) || typeof(max(weight_decay)) FROM space")" = 2real ] || fail "weight_decay is no real"
"$ICSWEEP" ask rounds.toml rounds.h5 --allow-code -n 20 >ask.txt || fail "ask"
grep -c '"optimizer":"adam"' ask.txt >/dev/null && grep '"optimizer":"adam"' ask.txt | grep -q momentum && fail "ask: $(cat ask.txt)"
grep '"optimizer":"sgd"' ask.txt | grep -vq '"momentum":0' && fail "ask: $(cat ask.txt)"
"$ICSWEEP" verify rounds.h5 >verify.txt || fail "verify: $(cat verify.txt)"
grep -q 'not compared' verify.txt && fail "verify does not know the proposals: $(cat verify.txt)"

# A search from these draws has their booleans, none, lists and absent values, also without the other store. Those that
# `where` refuses are left out.
{ sed 's/^per_round = 4/&\nstart_from = "rounds.h5"/; s/seed = 1/seed = 2/' rounds.toml && echo "where = \"layers == '[32]'\""; } >warm.toml
sed 's/^rounds = 3/rounds = 1/' warm.toml >short.toml
refused_draws=$(one rounds.h5 "SELECT count(*) FROM space WHERE layers = '[16,16]'")
[ "$refused_draws" -gt 0 ] || fail "no draw is refused, so that this test shows nothing"
"$ICSWEEP" run warm.toml --allow-code -o warm.h5 2>run.log || fail "from other draws: $(cat run.log)"
grep -q "^warm.h5: starts from $((20 - refused_draws)) draws of $((20 - refused_draws)) experiments in rounds.h5; left out: $refused_draws that .where. or the task refuses$" run.log || fail "the start: $(cat run.log)"
[ "$(one warm.h5 "SELECT count(*) FROM space WHERE layers != '[32]' OR (optimizer = 'sgd') != (momentum IS NOT NULL)")" = 0 ] || fail "draws against where or without their condition"
"$ICSWEEP" run short.toml --allow-code -o short.h5 2>run.log || fail "one round: $(cat run.log)"
mv rounds.h5 away.h5
"$ICSWEEP" run warm.toml --allow-code -o short.h5 2>run.log || fail "without the other store: $(cat run.log)"
mv away.h5 rounds.h5
[ "$(rows short.h5)" = "$(rows warm.h5)" ] || fail "the copied draws differ: $(rows short.h5 | diff - <(rows warm.h5))"
sed '/start_from/d' warm.toml >cold.toml
"$ICSWEEP" run cold.toml --allow-code -o cold.h5 2>run.log || fail "without a start: $(cat run.log)"
[ "$(rows cold.h5)" != "$(rows warm.h5)" ] || fail "the other draws change nothing"

# A sampler.
if "$ICSWEEP_PYTHON" -c 'import numpy' 2>/dev/null; then
  cat >draws.py <<'END'
import numpy as np

def sample(seed, first, count, points, dim, centred, scales, net, extra=7):
    assert isinstance(centred, bool) and isinstance(scales, list) and net == {"width": 3} and extra in (7, None, 5)
    rng = [np.random.default_rng([seed, first + i]) for i in range(count)]
    x = np.stack([r.uniform(-1 if centred else 0, 1, (points, dim)) for r in rng])
    return x, scales[0] * x[:, :, 0]
END
  cat >sampler.toml <<'END'
[[grid]]
task = "regression"
function.file = "draws.py"
function.centred = [true, false]
function.scales = [[1, 2], [0.5]]
function.net.width = 3
function.extra = { when = "function_centred", values = ["none", 5] }
momentum = { when = "function_centred && optimizer == 'sgd'", values = [0.5, 0.9] }
optimizer = ["sgd", "adam"]
dim = 1
examples = 4
width = 4
heads = 1
depth = 1
steps = 4
batch = 4
checkpoints = 2
prompts = 8
END
  # centred: (sgd: 2 momenta, adam) x 2 extra x 2 scales = 12; else 2 optimizers x 2 scales = 4
  ranks 2 "$ICSWEEP" run sampler.toml --allow-code -o sampler.h5 2>run.log || fail "the sampler: $(cat run.log)"
  [ "$(one sampler.h5 "SELECT count(*) || min(momentum) || count(function_extra) || sum(function_centred) FROM regression_draws WHERE status = 'done'")" = 160.0612 ] ||
    fail "the sampler: $(query sampler.h5 'SELECT momentum, function_extra, function_centred, status, message FROM regression_draws_all')"
  "$ICSWEEP" verify sampler.h5 >verify.txt && grep -q ' 16 sound' verify.txt || fail "verify: $(cat verify.txt)"
fi

# Wrong inputs: refused LINE EXPECTED-TEXT < grid's lines after the head of six
refused() {
  { echo "$head"; cat; } >wrong.toml
  "$ICSWEEP" plan wrong.toml --allow-code >out.txt 2>err.txt
  [ $? = 2 ] && [ "$(wc -l <err.txt)" = 1 ] || fail "not refused in one line: $(cat wrong.toml out.txt err.txt)"
  grep -qF "wrong.toml:$1: $2" err.txt || fail "$1: $2 expected, not $(cat err.txt)"
}
refused 8 'when of b: "a > 5" holds at no point of this grid' <<<'a = [1, 2]
b = { when = "a > 5", values = [1] }'
refused 8 'when of b: "a == '\''z'\''" holds at no point of this grid' <<<'a = { choice = ["x", "y"] }
b = { when = "a == '\''z'\''", values = [1] }
sample = { count = 3 }'
refused 8 'when of b: task space has no parameter "c"' <<<'a = 1
b = { when = "c > 5", values = [1] }'
refused 7 'b depends on itself' <<<'b = { when = "b > 5", values = [1] }'
refused 7 'a depends on itself through other conditions' <<<'a = { when = "b > 0", values = [1] }
b = { when = "a > 0", values = [1] }'
refused 8 'b has a condition and no values' <<<'a = 1
b = { when = "a > 0" }'
refused 8 'model.lr and model_lr would both be the column model_lr' <<<'model_lr = 1
model.lr = 2'
refused 7 'a is both a text and a number' <<<'a = [1, "x"]'
refused 7 'a is both true or false and a number' <<<'a = [true, 1]'
refused 7 'a is both a list or a table and a number' <<<'a = [[1], 2]'
refused 7 'each list or table of a must have finite numbers' <<<'a = [[2020-01-01]]'
refused 7 'unknown key "lr" in the range of model' <<<'model = { lr = 1, count = 3 }'
refused 9 'learning_rat of this grid and learning_rate of the grid of the same code at line 1 look like one parameter' <<<"learning_rate = 1

$head
learning_rat = 1"
compiled() {
  printf '[[grid]]\ntask = "augmented"\n%s\n' "$1" >wrong.toml
  "$ICSWEEP" plan wrong.toml >out.txt 2>err.txt && fail "not refused: $1"
  [ "$(wc -l <err.txt)" = 1 ] && grep -qF "wrong.toml:$2" err.txt || fail "$2 expected, not $(cat err.txt)"
}
compiled 'depth = [[1, 2]]' '3: depth = [1,2]: must be an integer'
compiled 'depth = [1, "none"]' '3: depth = "none": must be an integer'
compiled 'learning_rate = "none"' '3: learning_rate = "none": must be a number'
compiled 'depth = true' '3: depth = true: must be an integer'
compiled 'model.lr = 1' '3: task augmented has no parameter "model.lr"'
compiled 'depth = { when = "dim > 100", values = [1] }' '3: when of depth: "dim > 100" holds at no point'
echo "programs and samplers receive every kind of value"
