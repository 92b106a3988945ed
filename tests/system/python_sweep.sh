#!/usr/bin/env bash
# A sweep from a Python script. It runs, resumes and extends one store as the command line does: half by Python, which
# is killed, the rest by the saved sweep file. An interrupt saves. Editing what the function uses makes new
# experiments; editing the script elsewhere makes none. Faults are one line.
. "$(dirname "$0")/common.sh"
: "${PROJECT:?the source}"
python_with "sys" "${ICSWEEP_PYTHON:-}" python3 || skip "there is no Python"
export PYTHONPATH=$PROJECT/io/python ICSWEEP PYTHONDONTWRITEBYTECODE=1
run() { "$python" "$@" >out.txt 2>log.txt; }

mkdir own
echo 'def scaled(x): return 10 * x' >own/shared.py
cat >own/script.py <<'EOF2'
import os, pathlib, pickle, sys, time
import icsweep
import shared
OFFSET = 3

def added(x):
    return shared.scaled(x) + OFFSET

@icsweep.experiment
def train(run, rate: float, width: int, seed: int = 0):
    step, total = 0, 0
    if run.resumed:
        step, total = pickle.loads(pathlib.Path(run.checkpoint).read_bytes())
    while step < 20:
        time.sleep(0.1)
        step, total = step + 1, total + width
        run.progress(step, 20, loss=1 / step, save=lambda path: pathlib.Path(path).write_bytes(pickle.dumps((step, total))))
    return {"error": added(total * rate) + seed}

@icsweep.experiment
def odd(n: int, depth: int = None, seed: int = 0):
    return {"error": n + (depth or 0) + seed}

sweep = icsweep.Sweep(train, rate=[1, 0.5], width=[1, 2], seed=range(2))
if __name__ == "__main__":
    if sys.argv[1] == "save":
        sweep.save(sys.argv[2])
    else:
        print(sweep.run(sys.argv[2], ranks=2, options=["--checkpoint-every=0.2"]))
EOF2
table() { query "$1" "SELECT identity, rate, width, seed, status, digest FROM train_all WHERE planned = 1 ORDER BY identity"; }

run own/script.py run whole.h5 || fail "the script: $(cat log.txt)"
grep -q '^<icsweep results .*/whole.h5: 8/8 done>$' out.txt || fail "$(cat out.txt)"
"$python" own/script.py run "$folder/half.h5" 2>half.log &
script=$!
await "an experiment is done" eval '[ "$("$ICSWEEP" status half.h5 --json 2>/dev/null | grep -o "\"done\":[0-9]*" | head -n 1)" = "\"done\":2" ]'
kill_child $script
await "the launch ends with the script" eval '"$ICSWEEP" status half.h5 --json | grep -q "\"running\":false"'
run own/script.py save half.toml || fail "save: $(cat log.txt)"
ranks 2 "$ICSWEEP" run half.toml -o half.h5 --allow-code 2>rest.log || fail "the rest: $(cat rest.log)"
[ "$("$ICSWEEP" status half.h5 --json | grep -o '"ended":[0-9]*' | head -n 1)" = '"ended":8' ] || fail "$("$ICSWEEP" status half.h5)"
grep -q ' 8 to do' rest.log && fail "the command line began again: $(cat rest.log)"
undisturbed || { [ "$(table half.h5)" = "$(table whole.h5)" ] || fail "the stores differ: $(table half.h5 | diff - <(table whole.h5))"; }

# More values are added, and a change elsewhere in the script changes nothing.
sed -i 's/width=\[1, 2\]/width=[1, 2, 4]/; s/^import os, /import os,  /' own/script.py
run own/script.py run whole.h5 || fail "the larger sweep: $(cat log.txt)"
grep -q ': 12 experiments, 4 to do on 2 ranks' log.txt || fail "not 4 to do: $(cat log.txt)"
# A value, a function and a module that the function uses are part of the identity.
for change in 's/OFFSET = 3/OFFSET = 4/' 's/shared.scaled(x) +/shared.scaled(x) -/'; do
  sed -i "$change" own/script.py
  run own/script.py save changed.toml && "$ICSWEEP" run changed.toml -o whole.h5 --allow-code --check >check.txt || fail "$(cat log.txt check.txt)"
  grep -q '"pending":12,' check.txt || fail "$change changes no identity: $(cat check.txt)"
done
before=$(grep command changed.toml)
echo 'def scaled(x): return 11 * x' >own/shared.py
run own/script.py save changed.toml
[ "$(grep command changed.toml)" != "$before" ] || fail "a module that changed is not part of the identity"

# Results as calls: the keywords of plot() are the options of the command, and the plan has fields.
cat >results.py <<'EOF2'
import inspect, os, re, subprocess, sys
sys.path.insert(0, "own")
import icsweep, script
from icsweep.results import Results
page = subprocess.run([os.environ["ICSWEEP"], "plot", "--help"], capture_output=True, text=True).stdout
options = set(re.findall(r"^  (?:-., )?--([a-z]+)", page, re.M)) - {"help", "output"}
keywords = set(inspect.signature(Results.plot).parameters) - {"self", "task", "options"}
assert options == keywords and len(options) > 12, (options ^ keywords)
results = Results("whole.h5", {"train": ["rate", "width"]})
drawn = results.plot("error", "width", by="rate", where="width < 4", setting="median", title="mine", label={"width": "channels"}, all=True)
assert "mine" in drawn.svg and "channels" in drawn.svg, drawn.svg[:300]
rows = results.top("error")
names = list(rows.columns) if hasattr(rows, "columns") else list(rows[0])
assert names[:5] == ["rate", "width", "n", "mean", "ci95"] and "identity" not in names, names
rows = results.top("error", all=True)
assert {"planned", "best", "identity", "settings", "remark"} <= set(rows.columns if hasattr(rows, "columns") else rows[0]), rows
rows = icsweep.Sweep(script.odd, n=[1, 2], depth=[None, 3], seed=range(2)).run("odd.h5").top("error")
rows = rows.to_dict("records") if hasattr(rows, "columns") else rows
assert [(row["n"], row["n:1"], row["mean"]) for row in rows] == [(1, 2, 1.5), (2, 2, 2.5), (1, 2, 4.5), (2, 2, 5.5)], rows
plan = icsweep.Sweep(script.train, rate=[0.5, 1], width=1).plan()
assert str(plan) == plan.text and "2 experiments" in repr(plan), plan
assert plan.experiments == 2 and plan.core_seconds > 0 and plan.seconds > 0 and plan.tasks[0]["task"] == "train", plan.tasks
EOF2
run results.py || fail "results as calls: $(tail -n 3 log.txt)"

# An interrupt saves.
cat >interrupt.py <<'EOF2'
import os, re, signal, subprocess, sys, threading, time
sys.path.insert(0, "own")
import script
signal.signal(signal.SIGINT, signal.default_int_handler)
def interrupt():
    status = [os.environ["ICSWEEP"], "status", "cut.h5"]
    while not re.search(r" step [1-9]/20", subprocess.run(status, capture_output=True, text=True).stdout):
        time.sleep(0.05)
    os.kill(os.getpid(), signal.SIGINT)
threading.Thread(target=interrupt, daemon=True).start()
try:
    script.sweep.run("cut.h5", ranks=2)
except KeyboardInterrupt as error:
    print("interrupted:", error)
EOF2
run interrupt.py || fail "the interrupt: $(cat log.txt)"
grep -q '^interrupted: saved in cut.h5; the same call resumes$' out.txt || fail "$(cat out.txt log.txt)"
grep -q '^----' log.txt && fail "mpirun speaks after icsweep: $(cat log.txt)"
"$ICSWEEP" status cut.h5 >status.txt && grep -q 'of them saved at' status.txt || fail "$(cat status.txt)"

# A corrected function runs anew, and one line says how the earlier rows count again. A version keeps them by design.
version() { # LAST_LINE [DECORATOR]
  printf 'import icsweep\n%s\ndef fit(x: float):\n%s\nprint(icsweep.Sweep(fit, x=[1, 2]).run("fit.h5"))\n' "${2:-@icsweep.experiment}" "$1" >fit.py
  run fit.py || fail "fit: $(cat log.txt)"
}
version '    return {"y": x}'
version '    return {"y": 2 * x}'
code=$(one fit.h5 "SELECT code FROM fit_all LIMIT 1")
grep -q "; the store keeps 2 earlier rows, which count again with program.version = \"$code\"\$" log.txt || fail "the earlier rows: $(cat log.txt)"
version '    return {"y": 3 * x}' "@icsweep.experiment(version=\"$code\")"
grep -q ', 0 to do on' log.txt || fail "they do not count again: $(cat log.txt)"
version '    return {"y": 3 * x}' '@icsweep.experiment(version=1)'
version '    return {"y": 4 * x}' '@icsweep.experiment(version=1)'
grep -q ', 0 to do on' log.txt || fail "a version does not keep its rows: $(cat log.txt)"
[ "$(one fit.h5 "SELECT sum(y) FROM fit")" = 9 ] || fail "the rows of the version: $(query fit.h5 "SELECT * FROM fit")"

# One line each.
refuses() { # TEXT CODE
  printf 'import icsweep, numpy as np\n@icsweep.experiment\ndef f(x: float, width: int = 1): return {"y": x}\n%s\n' "$2" >refused.py
  run refused.py && fail "not refused: $2"
  tail -n 1 log.txt | grep -qF "StoreError: $1" || fail "$2: $(tail -n 3 log.txt)"
}
refuses "f has no parameter widht; did you mean width?" 'icsweep.Sweep(f, x=1, widht=2)'
refuses "f needs a value of x; add x=… to the sweep, or a default to the function" 'icsweep.Sweep(f, width=2)'
refuses "width = 0.5: must be an int, as in the function" 'icsweep.Sweep(f, x=1, width=[1, 0.5])'
refuses "x = [1.0, 2.0]: must be a float, as in the function" 'icsweep.Sweep(f, x=[[1.0, 2.0]])'
refuses "x: <object object at" 'icsweep.Sweep(f, x=[object()])'
refuses "g uses handle, a _io.TextIOWrapper, whose value has no hash; make it in the function" \
  'handle = open("refused.py")
def g(x): return {"y": handle.read()}
icsweep.Sweep(g, x=1).save("g.toml")'
refuses 'g: its results are not written as return {"name": …}; declare them: @icsweep.experiment(results=["test_mse"])' \
  'def g(x):
    r = {"y": x}
    return r
icsweep.Sweep(g, x=1).save("g.toml")'
refuses "half.toml.txt: was not written by icsweep.Sweep and stays; name another file" \
  'open("half.toml.txt", "w").write("mine"); icsweep.Sweep(f, x=1).save("half.toml.txt")'
refuses "no experiment is done, 1 of 1 that ended have failed: refused.py:4: ZeroDivisionError: " 'def g(x): return {"y": 1 // 0}
icsweep.Sweep(g, x=1).run("failing.h5")'
refuses "mpirun: There are not enough slots" 'import os, icsweep.launch; os.environ["OMPI_MCA_rmaps_base_oversubscribe"] = "0"
icsweep.launch._command = lambda words, ranks: ["mpirun", "-q", "-n", "4000", "true", *words]
def g(x): return {"y": 1}
icsweep.Sweep(g, x=1).run("slots.h5", ranks=2)'
refuses "a sweep runs within an experiment" 'import os; os.environ["ICSWEEP_PROGRAM_RUNS"] = "1"; icsweep.Sweep(f, x=1).run("f.h5")'
echo "a sweep from a script agrees with the command line"
