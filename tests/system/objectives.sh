#!/usr/bin/env bash
# objectives.sh [KILLS]: rounds of proposals with two metrics, and such that start from another store. The draws are the
# same on one rank, on two and on seven, and on two that are killed at 3 (or KILLS) random moments. `status`, `ask`,
# `plan`, `top --pareto` and `plot --pareto` agree about the front. A store keeps the draws that it started from: it
# continues alike without the other store, and with a changed one.
. "$(dirname "$0")/common.sh"
random_from 11
wanted=${1:-3}

# with_metrics FILE METRIC ROUNDS [KEY=VALUE...]: writes such a sweep
with_metrics() {
  printf '[search]\nmethod = "tpe"\nmetric = %s\nrounds = %s\nper_round = 3\n%s\n' "$2" "$3" "${4:-}" >"$1"
  cat >>"$1" <<END
[[grid]]
task = "augmented"
learning_rate = { log_uniform = [1e-4, 1.0] }
initial_scale = { log_uniform = [0.1, 10.0] }
attention = { choice = ["linear", "softmax"] }
sample = { count = 6, seed = 3 }
dim = 2
length = 8
sequences = 128
test_sequences = 32
batch = 32
epochs = ${epochs:?}
seed = { count = 2 }
END
}
rows() { query "$1" "SELECT identity, status, learning_rate, initial_scale, attention, seed, digest FROM augmented_all WHERE planned = 1 ORDER BY identity"; }
refused() { # refused MESSAGE COMMAND...: one line and status 2
  local message=$1
  shift
  "$@" >out.txt 2>err.txt
  [ $? = 2 ] && [ "$(wc -l <err.txt)" = 1 ] && grep -qF -- "$message" err.txt || fail "$*: $(cat out.txt err.txt), not $message"
}

# Two metrics, of which one is better if it is larger.
epochs=$(epochs_of 0.05)
both='["test_mse", { name = "initial_loss", largest = true }]'
with_metrics s.toml "$both" 3
"$ICSWEEP" plan s.toml >plan.txt || fail "plan: $(cat plan.txt)"
grep -q '^search: tpe by smallest test_mse, largest initial_loss, 3 rounds of 3 draws after the sample' plan.txt || fail "$(cat plan.txt)"
"$ICSWEEP" run s.toml -o alone.h5 2>alone.log || fail "the run on one rank: $(cat alone.log)"
rows alone.h5 >alone.csv
[ "$(one alone.h5 "SELECT count(*) FROM augmented")" = 30 ] || fail "not 15 draws of two seeds: $(cat alone.log)"
"$ICSWEEP" verify alone.h5 >verify.txt || fail "verify: $(cat verify.txt)"
grep -q 'not compared' verify.txt && fail "verify does not know the proposals: $(cat verify.txt)"
for n in 2 7; do
  ranks $n "$ICSWEEP" run s.toml -o many.h5 2>many.log || fail "the run on $n ranks: $(cat many.log)"
  rows many.h5 | cmp - alone.csv || fail "$n ranks give other draws: $(rows many.h5 | diff - alone.csv)"
  rm -f many.h5
done
"$ICSWEEP" run s.toml -o alone.h5 --check | grep -q '"pending":0' || fail "--check: $("$ICSWEEP" run s.toml -o alone.h5 --check)"

# The front of status is that of top and plot, and of SQL.
query alone.h5 "WITH s AS (SELECT learning_rate AS r, avg(test_mse) AS e, avg(initial_loss) AS l FROM augmented GROUP BY r) SELECT printf('%.6g', r) FROM s WHERE NOT EXISTS (SELECT 1 FROM s AS o WHERE o.e <= s.e AND o.l >= s.l AND (o.e < s.e OR o.l > s.l)) ORDER BY e" |
  tail -n +2 | tr -d '\r' >front.txt
[ "$(wc -l <front.txt)" -ge 2 ] || fail "the front has one setting, so that this test shows nothing: $(cat front.txt)"
"$ICSWEEP" top alone.h5 augmented test_mse,initial_loss:largest --pareto --format csv | tr -d '\r' >top.csv || fail "top --pareto fails"
head -n 1 top.csv | grep -qx 'attention,initial_scale,learning_rate,n,planned,test_mse,ci95_test_mse,initial_loss,ci95_initial_loss' ||
  head -n 1 top.csv | grep -q 'n,planned,test_mse,ci95_test_mse,initial_loss,ci95_initial_loss$' || fail "top: $(head -n 1 top.csv)"
"$ICSWEEP" top alone.h5 augmented test_mse,initial_loss:largest --pareto --format jsonl >top.jsonl
/usr/bin/env python3 - >agree.txt <<'END' || fail "status, top and SQL have different fronts: $(cat agree.txt)"
import json, subprocess, os
top = [json.loads(line) for line in open("top.jsonl")]
status = json.loads(subprocess.run([os.environ["ICSWEEP"], "status", "alone.h5", "--json"], capture_output=True, text=True, check=True).stdout)
rounds = status["rounds"][0]
sql = [float(line) for line in open("front.txt")]
print(sql, [t["learning_rate"] for t in top], rounds)
assert rounds["metrics"] == ["test_mse", "initial_loss"] and rounds["round"] == 3
assert [f"{t['learning_rate']:.6g}" for t in top] == [f"{r:.6g}" for r in sql]
assert [f["draw"]["learning_rate"] for f in rounds["front"]] == [t["learning_rate"] for t in top]
for f, t in zip(rounds["front"], top):
    assert abs(f["metrics"][0] / t["test_mse"] - 1) < 1e-9 and abs(f["metrics"][1] / t["initial_loss"] - 1) < 1e-9
END
"$ICSWEEP" status alone.h5 >status.txt
grep -q "^augmented: all 3 rounds of proposals; front of $(wc -l <front.txt) draws$" status.txt || fail "status: $(cat status.txt)"
"$ICSWEEP" top alone.h5 augmented test_mse,initial_loss:largest --pareto | grep -q "^smallest test_mse, largest initial_loss of augmented: $(wc -l <front.txt) of 15 settings beaten by none$" || fail "top --pareto explains nothing"
"$ICSWEEP" top alone.h5 augmented test_mse,initial_loss --pareto --format jsonl | sed 's/.*"learning_rate": \([^,]*\),.*/\1/' >less.txt
if command -v gnuplot >/dev/null; then
  "$ICSWEEP" plot alone.h5 augmented --pareto test_mse,initial_loss -o front.svg >plot.txt 2>&1 || fail "plot: $(cat plot.txt)"
  [ "$(grep -c '^.*front: test_mse' plot.txt)" = "$(wc -l <less.txt)" ] || fail "plot and top have different fronts: $(cat plot.txt less.txt)"
  "$ICSWEEP" plot alone.h5 augmented --pareto test_mse,initial_loss:largest -o front.svg >plot.txt 2>&1 || fail "plot of the largest: $(cat plot.txt)"
  [ "$(grep -c '^.*front: test_mse' plot.txt)" = "$(wc -l <front.txt)" ] || fail "plot ignores the direction: $(cat plot.txt front.txt)"
fi

# A sweep of fewer rounds is the beginning of one with more, and `ask` prints the next round.
with_metrics fewer.toml "$both" 2
"$ICSWEEP" run fewer.toml -o fewer.h5 2>fewer.log || fail "the run of fewer rounds: $(cat fewer.log)"
"$ICSWEEP" ask fewer.toml fewer.h5 -n 3 | sed 's/.*"learning_rate":\([0-9.e-]*\)}.*/\1/' >asked.txt
query fewer.h5 "SELECT DISTINCT learning_rate FROM augmented" | sort >before.txt
"$ICSWEEP" run s.toml -o fewer.h5 2>more.log || fail "the run with one more round: $(cat more.log)"
rows fewer.h5 | cmp - alone.csv || fail "a later round has other draws: $(rows fewer.h5 | diff - alone.csv)"
[ "$(query fewer.h5 "SELECT DISTINCT learning_rate FROM augmented" | sort | comm -13 before.txt - | tr -d '\r' | sort)" = "$(sort asked.txt)" ] ||
  fail "ask printed $(cat asked.txt)"

# The measured time is a metric, too. Its order may differ from run to run, but a store's own results decide.
with_metrics seconds.toml '["test_mse", "seconds"]' 1
"$ICSWEEP" run seconds.toml -o seconds.h5 2>seconds.log || fail "the run by seconds: $(cat seconds.log)"
"$ICSWEEP" run seconds.toml -o seconds.h5 2>again.log && grep -q ', 0 to do on' again.log || fail "other draws by the same seconds: $(cat again.log)"

# Draws of another store.
with_metrics warm.toml '"test_mse"' 2 'start_from = "alone.h5"'
sed -i 's/0.1, 10.0/0.5, 10.0/; s/seed = 3/seed = 4/' warm.toml
cp alone.h5 kept.h5
"$ICSWEEP" run warm.toml -o warm.h5 2>warm.log || fail "the run from another store: $(cat warm.log)"
outside=$(one alone.h5 "SELECT count(*) FROM augmented WHERE initial_scale < 0.5")
[ "$outside" -gt 0 ] || fail "no experiment is outside, so that this test shows nothing"
grep -q "^warm.h5: starts from $((15 - outside / 2)) draws of $((30 - outside)) experiments in alone.h5; left out: $outside outside the drawn values$" warm.log || fail "$(cat warm.log)"
rows warm.h5 >warm.csv
"$ICSWEEP" plan warm.toml | grep -q '^search: starts from ' || fail "plan says nothing about the start"
sed '/start_from/d' warm.toml >cold.toml
"$ICSWEEP" run cold.toml -o cold.h5 2>cold.log || fail "the run without another store: $(cat cold.log)"
rows cold.h5 | cmp -s - warm.csv && fail "the other store changes no proposal"
"$ICSWEEP" verify warm.h5 >verify.txt && ! grep -q 'not compared' verify.txt || fail "verify: $(cat verify.txt)"

# The store continues alike without the other store, with a changed one, and after kills.
sed 's/^rounds = 2/rounds = 1/' warm.toml >short.toml
rm alone.h5
refused 'short.toml:6: start_from: ' "$ICSWEEP" run short.toml -o short.h5
refused 'short.toml:6: start_from: ' "$ICSWEEP" ask short.toml none.h5
refused 'short.toml:6: start_from: ' "$ICSWEEP" plan short.toml
refused 'short.toml:6: start_from: ' "$ICSWEEP" simulate short.toml
cp kept.h5 alone.h5
"$ICSWEEP" run short.toml -o short.h5 2>short.log || fail "one round: $(cat short.log)"
cp short.h5 changed.h5
rm alone.h5
"$ICSWEEP" run warm.toml -o short.h5 2>short.log || fail "the next round without the other store: $(cat short.log)"
rows short.h5 | cmp - warm.csv || fail "without the other store: $(rows short.h5 | diff - warm.csv)"
cp cold.h5 alone.h5
"$ICSWEEP" run warm.toml -o changed.h5 2>changed.log || fail "the next round with another store: $(cat changed.log)"
rows changed.h5 | cmp - warm.csv || fail "with a changed store: $(rows changed.h5 | diff - warm.csv)"
cp kept.h5 alone.h5

# Mistakes.
with_metrics bad.toml '["test_mse", "test_ms"]' 1
refused 'bad.toml:3: metric "test_ms": augmented has no such result' "$ICSWEEP" plan bad.toml
with_metrics bad.toml '["test_mse", "attention"]' 1
refused 'bad.toml:3: metric "attention": augmented has it as a parameter' "$ICSWEEP" run bad.toml -o bad.h5
with_metrics bad.toml '["test_mse", "seconds", "test_mse"]' 1
refused 'bad.toml:3: metric names test_mse twice' "$ICSWEEP" run bad.toml -o bad.h5
with_metrics bad.toml '[]' 1
refused 'bad.toml:3: metric is an empty list' "$ICSWEEP" run bad.toml -o bad.h5
with_metrics bad.toml '["test_mse", "seconds"]' 1 'version = 1'
refused 'bad.toml:1: version 1 of proposals has one metric' "$ICSWEEP" run bad.toml -o bad.h5
with_metrics bad.toml '"test_mse"' 1 'start_from = "s.toml"'
refused 'bad.toml:6: start_from: ' "$ICSWEEP" run bad.toml -o bad.h5
with_metrics other.toml '"test_mse"' 1
sed -i 's/"augmented"/"plain"/; /attention/d' other.toml
"$ICSWEEP" run other.toml -o plain.h5 2>plain.log || fail "the run of another task: $(cat plain.log)"
with_metrics bad.toml '"test_mse"' 1 'start_from = "plain.h5"'
refused 'bad.toml:6: start_from: plain.h5 has no task augmented, but plain' "$ICSWEEP" run bad.toml -o bad.h5
with_metrics bad.toml '"test_mse"' 1 'start_from = "alone.h5"'
sed -i 's/log_uniform = \[1e-4, 1.0\]/log_uniform = [2.0, 3.0]/' bad.toml
refused 'bad.toml:6: start_from: no experiment of alone.h5 fits the grid of augmented at line 7: 30 outside the drawn values' "$ICSWEEP" run bad.toml -o bad.h5
[ ! -e bad.h5 ] || fail "a refused sweep has made a store"
refused 'top: --pareto compares several metrics: name two, as test_mse,seconds' "$ICSWEEP" top alone.h5 augmented test_mse --pareto
refused 'augmented has no scalar result "secnds", did you mean seconds' "$ICSWEEP" top alone.h5 augmented test_mse,secnds --pareto

expect_deaths
kills=0 launches=0
cp kept.h5 alone.h5
while [ $kills -lt "$wanted" ]; do
  launches=$((launches + 1))
  killed_launch s.toml cut.h5 90 || { rows cut.h5 | cmp - alone.csv || fail "other draws after $kills kills"; rm -rf cut.h5*; }
done
ranks 2 "$ICSWEEP" run s.toml -o cut.h5 2>cut.log || fail "the last launch: $(cat cut.log)"
rows cut.h5 | cmp - alone.csv || fail "other draws after $kills kills: $(rows cut.h5 | diff - alone.csv)"
echo "$kills kills in $launches launches: the same draws"
