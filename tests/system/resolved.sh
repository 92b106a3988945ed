#!/usr/bin/env bash
# A store keeps its sweep, including the parts from other files, the command line and code. verify, certify and status
# know the planned experiments after includes, --scale, --set and --add. They know those of programs, whose code they
# neither find nor run. The stored text is a sweep.
. "$(dirname "$0")/common.sh"

mkdir made && cd made || fail "the folder cannot be made"
sweep grid.toml "[1, 2]" 4 2
cat >outer.toml <<'END'
include = "grid.toml"
[scale.small]
epochs = 2
[[grid]]
task = "plain"
dim = 3
length = 8
sequences = 32
batch = 16
test_sequences = 16
epochs = 3
seed = { count = 5 }
END
"$ICSWEEP" run outer.toml -o ../s.h5 --scale small --set test_sequences=20 2>run.log || fail "$(cat run.log)"
cd .. && rm -r made

# expect_compared STORE: expects that verify compares every row with the sweep that planned it
expect_compared() {
  "$ICSWEEP" verify "$1" >verify.txt 2>&1 || fail "verify $1: $(cat verify.txt)"
  grep -q 'not compared' verify.txt && fail "verify does not know the planned experiments of $1: $(cat verify.txt)"
  true
}
resolved() { "$ICSWEEP" query "$1" "SELECT resolved FROM sweeps" --format jsonl | "${ICSWEEP_PYTHON:?}" -c "import json, sys; print(json.load(sys.stdin)['resolved'])"; }
planned() { query "$1" "SELECT substr(identity, 1, 8) FROM experiments WHERE planned = 1" | tail -n +2 | tr -d '\r' | sort; }
points() { "$ICSWEEP" plan "$@" --points | cut -c1-8 | sort; }

expect_compared s.h5
resolved s.h5 >again.toml
[ "$(points again.toml)" = "$(planned s.h5)" ] || fail "the stored sweep plans other experiments: $(cat again.toml)"
"$ICSWEEP" run again.toml -o s.h5 2>run.log || fail "the stored sweep does not run: $(cat run.log)"
grep -q '9 experiments, 0 to do' run.log || fail "the stored sweep has other experiments: $(cat run.log)"
"$ICSWEEP" certify s.h5 >certify.txt || fail "certify: $(cat certify.txt)"
"$ICSWEEP" verify s.crate.zip >verify.txt || fail "verify of the crate: $(cat verify.txt)"
grep -q 'not compared' verify.txt && fail "the crate lacks the planned experiments: $(cat verify.txt)"

# Two sweeps in one store are both known.
sweep more.toml "[3]" 2 1
"$ICSWEEP" run more.toml -o s.h5 --add 2>run.log || fail "$(cat run.log)"
expect_compared s.h5
[ "$(planned s.h5 | wc -l)" = 10 ] && [ "$(resolved s.h5 | grep -c '^\[\[grid\]\]')" = 3 ] || fail "the stored text lacks one of the sweeps: $(resolved s.h5)"
"$ICSWEEP" run more.toml -o s.h5 2>run.log || fail "$(cat run.log)"
expect_compared s.h5
[ "$(planned s.h5 | wc -l)" = 1 ] || fail "an earlier sweep is still planned: $(planned s.h5)"

# The experiments of a program are known without its file.
mkdir program && cat >program/p.py <<'END'
import json, sys
print(json.dumps({"icsweep": 1}), flush=True)
for line in sys.stdin:
    ask = json.loads(line)
    if "parameters" in ask:
        print(json.dumps({"run": ask["run"], "results": {"mse": ask["parameters"]["x"] * 2.0}}), flush=True)
END
cat >program/sweep.toml <<'END'
[[grid]]
task = "program"
program.command = ["python3", "p.py"]
program.files = ["p.py"]
program.results = ["mse"]
program.name = "mine"
x = [1, 2.5, 4]
seed = [0, 1]
END
"$ICSWEEP" run program/sweep.toml -o p.h5 --allow-code 2>run.log || fail "$(cat run.log)"
rm -r program
expect_compared p.h5
"$ICSWEEP" delete p.h5 --where "x = 4 AND seed = 1" >delete.txt 2>&1 || fail "$(cat delete.txt)"
"$ICSWEEP" verify p.h5 >verify.txt
grep -q 'expands its sweep to other experiments' verify.txt || fail "a missing row of a program is not noticed: $(cat verify.txt)"

# Rounds of proposals are reported although the sweep includes a file.
sweep inner.toml "[1]" 2 1
sed -i 's/^epochs.*/&\nlearning_rate = { log_uniform = [1e-4, 1e-1] }\nsample = { count = 4, seed = 1 }/' inner.toml
cat >rounds.toml <<'END'
include = "inner.toml"
[search]
method = "tpe"
metric = "test_mse"
rounds = 2
per_round = 2
[[grid]]
task = "augmented"
dim = 2
length = 8
sequences = 32
batch = 16
test_sequences = 16
epochs = 2
learning_rate = { log_uniform = [1e-4, 1e-1] }
sample = { count = 4, seed = 2 }
END
for round in 0 1 2; do
  "$ICSWEEP" run rounds.toml -o r.h5 2>run.log || fail "the run of round $round: $(cat run.log)"
  "$ICSWEEP" status r.h5 >status.txt || fail "status fails"
  [ "$(grep -c 'round.* of proposals' status.txt)" = 2 ] || fail "status shows no rounds: $(cat status.txt)"
done
expect_compared r.h5
echo "a store alone contains its planned experiments"
