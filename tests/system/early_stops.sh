#!/usr/bin/env bash
# Races of a program that stops early. Each experiment is judged by the last value of its curve, however the curve's
# length is declared, on any number of ranks and for all three kinds of rungs. A training that becomes NaN is not the
# best. The rest of an extended race agrees with a whole one.
. "$(dirname "$0")/common.sh"
cat >early.py <<'END'
import json, pathlib
from icsweep.program import Run, serve


def train(run: Run):
    rate, steps = run.parameters["rate"], run.parameters["steps"]
    step, best, waited, w = json.loads(pathlib.Path(run.checkpoint).read_text()) if run.resumed else (0, 1e9, 0, 0.0)
    loss = (3 - w) ** 2
    while step < steps and waited < 3 and loss > 1e-6:
        step, w = step + 1, w + rate * (3 - w)
        loss = (3 - w) ** 2 if rate < 1.95 else float("nan")
        best, waited = (loss, 0) if loss < 0.8 * best else (best, waited + 1)
        run.progress(step, steps, loss, curves={"loss": loss}, save=lambda path: pathlib.Path(path).write_text(json.dumps([step, best, waited, w])))
    return {"error": loss, "steps_made": step}


serve(train)
END
sweep_of() { # FILE CURVE AT_RUNG RATES METHOD
  cat >"$1" <<END
search = $5
[[grid]]
task = "program"
program.name = "early"
program.command = ["python3", "early.py"]
program.files = ["early.py"]
program.results = ["error", "steps_made", "$2"]
program.steps = "steps"
program.at_rung = "$3"
steps = 40
rate = { from = 0.05, to = 2.0, count = $4 }
seed = [0, 1]
END
}
declare -A search=(
  [halving]='{ method = "halving", metric = "loss", resource = "steps", rungs = 3, keep = 2 }'
  [scouts]='{ method = "scouts", metric = "loss", resource = "steps", keep = 2 }')
decisions() { query "$1" "SELECT rate, seed, status, rung, error, steps_made FROM early_all WHERE planned = 1 ORDER BY rate, seed"; }
run_on() { # RANKS SWEEP STORE
  ranks "$1" "$ICSWEEP" run "$2" -o "$3" --allow-code 2>run.log || fail "$2 on $1 ranks: $(cat run.log)"
}

for method in halving scouts; do
  sweep_of whole.toml "loss[checkpoint=40]" saves 27 "${search[$method]}"
  run_on 1 whole.toml $method.h5
  decisions $method.h5 >wanted.csv
  grep -q ',failed,' wanted.csv && fail "$method: an experiment that stopped early failed: $(cat wanted.csv)"
  [ "$(grep -c ',done,' wanted.csv)" -ge 4 ] || fail "$method: $(cat wanted.csv)"
  [ "$(one $method.h5 "SELECT max(steps_made) < 40 AND max(error) < 1e-6 FROM early")" = 1 ] || fail "$method keeps others than the best, which stop early: $(cat wanted.csv)"
  "$ICSWEEP" run whole.toml -o $method.h5 --allow-code 2>again.log && grep -q ', 0 to do on' again.log || fail "$method, again: $(cat again.log)"
  "$ICSWEEP" verify $method.h5 >verify.txt 2>&1 || fail "$method: $(cat verify.txt)"
  for curve in "loss[checkpoint<=40]" "loss[checkpoint]"; do
    sweep_of other.toml "$curve" restarts 27 "${search[$method]}"
    rm -f other.h5 && run_on 3 other.toml other.h5
    decisions other.h5 | cmp -s - wanted.csv || fail "$method with $curve decides otherwise: $(decisions other.h5 | diff - wanted.csv)"
  done
  sweep_of other.toml "loss[checkpoint=40]" continues 27 "${search[$method]}"
  rm -f other.h5 && run_on 2 other.toml other.h5
  decisions other.h5 | cmp -s - wanted.csv || fail "$method that continues decides otherwise: $(decisions other.h5 | diff - wanted.csv)"
done

# Rows that stopped early count in a larger race by the same values.
sweep_of some.toml "loss[checkpoint=40]" saves 27 "${search[halving]}"
sed -i 's/^rate = .*/rate = [0.05, 0.5, 1.0, 1.5]/' some.toml
run_on 1 some.toml grown.h5
sed 's/^rate = .*/rate = [0.05, 0.5, 0.75, 1.0, 1.25, 1.5]/' some.toml >more.toml
run_on 2 more.toml grown.h5
run_on 1 more.toml fresh.h5
best() { decisions "$1" | grep ',done,'; } # rows that were done stay done, whatever the larger race decides
[ "$(best fresh.h5 | wc -l)" -ge 4 ] || fail "the larger race: $(decisions fresh.h5)"
best fresh.h5 | grep -vxFf <(best grown.h5) && fail "the grown race lacks those rows: $(decisions grown.h5)"

# Without the search, an early end is no failure either; too few values are one.
sed '/^search/d' more.toml >grid.toml
run_on 1 grid.toml grid.h5
sed 's/checkpoint=40/checkpoint=80/' grid.toml >long.toml
"$ICSWEEP" run long.toml -o long.h5 --allow-code 2>long.log && fail "half of the values are enough"
one long.h5 "SELECT message FROM early_all WHERE status = 'failed' LIMIT 1" | grep -q 'are due at step 1 of 40' || fail "$(cat long.log)"
sweep_of thin.toml "loss[checkpoint]" saves 3 "${search[halving]}"
sed -i 's/^steps = 40/steps = 4000/' thin.toml
"$ICSWEEP" plan thin.toml --allow-code >thin.log 2>&1 && fail "a curve that thins out can race"
grep -qF 'thin.toml:1: metric "loss": a curve without a length keeps 1000 values, and steps = 4000: declare "loss[checkpoint<=N]" in the results of early, N values in 4000 steps' thin.log || fail "$(cat thin.log)"
echo "early stops race by their last values"
