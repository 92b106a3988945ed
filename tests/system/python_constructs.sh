#!/usr/bin/env bash
# Every line of the table of constructs in docs/guides/python-sweeps.md: the arguments of Python make a sweep file that
# has the keys of the left column, and icsweep plans it. Grids, samplers and other keys of the second table too.
. "$(dirname "$0")/common.sh"
: "${PROJECT:?the source}"
python_with "tomllib" "${ICSWEEP_PYTHON:-}" python3 || skip "there is no Python with tomllib, which is in 3.11"
export PYTHONPATH=$PROJECT/io/python ICSWEEP PYTHONDONTWRITEBYTECODE=1
cat >check.py <<'END2'
import json, re, sys, tomllib
import icsweep
from icsweep import executable

@icsweep.experiment(results=["error", "loss[checkpoint=100]"])
def train(run, rate: float = 0.1, width: int = 8, optimizer: str = "adam", momentum: float = 0.0, dropout: bool = False,
          decay=None, layers=(), augment=None, model=None, steps: int = 100, seed: int = 0):
    return {"error": rate, "loss": [1.0] * 100}

@icsweep.experiment
def other(depth: int):
    return {"depth2": depth * 2}

def draw(seed, first, count, points, dim, degree=1):
    import numpy as np
    x = np.stack([np.random.default_rng([seed, first + i]).uniform(-1, 1, (points, dim)) for i in range(count)])
    return x, x[:, :, 0] ** degree

def planned(sweep):
    return executable.run("plan", str(sweep.save("made.toml")), *(["--allow-code"] if sweep._has_code else []), "--points")

def contains(made, wanted):
    return all(key in made and (contains(made[key], value) if isinstance(value, dict) else made[key] == value) for key, value in wanted.items())

def column(answer, name):
    return list(answer[name]) if hasattr(answer, "columns") else [row[name] for row in answer]  # without pandas: dicts

lines = open(sys.argv[1]).read().split("<!-- constructs -->\n", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
for line in lines:
    left, right = line.strip("|").split(" | ")
    keys, arguments = ("\n".join(re.findall("`([^`]*)`", left)), ", ".join(re.findall("`([^`]*)`", right)))
    wanted = tomllib.loads(keys)
    searches = [of["search"] for of in (wanted, *wanted.get("scale", {}).values()) if "search" in of]
    if any(search["method"] != "tpe" for search in searches):  # races need the number of steps
        arguments += ", steps=100"
    if "start_from" in keys:
        eval('icsweep.Sweep(train, rate=icsweep.uniform(0, 1), sample=4).run("earlier.h5")')
    sweep = eval(f"icsweep.Sweep(train, {arguments})")
    made = tomllib.loads(sweep.text)
    search = {"search": wanted.pop("search")} if "search" in wanted else {}
    if "search" in wanted.get("scale", {}).get("quick", {}):
        search = {"scale": wanted.pop("scale")}
    assert contains(made["grid"][0], wanted) and contains(made, search), f"{line}\n{sweep.text}"
    points = planned(sweep)
    assert points.strip(), f"{line}\n{points}"

both = icsweep.Sweep(icsweep.Grid(train, width=[1, 2]), icsweep.Grid(other, depth=[1, 2, 3]), name="both", retries=1)
assert "both" in both.text and planned(both).count("\n") == 5
assert json.loads(json.dumps(tomllib.loads(both.text)["sweep"])) == {"name": "both", "retries": 1}
results = both.run("both.h5")
assert column(results.query("SELECT depth2 FROM other ORDER BY 1"), "depth2") == [2, 4, 6]
icsweep.Sweep(include="made.toml", name="outer").save("outer.toml")
@icsweep.experiment(results=["y"])
def named(name: str):
    return {"y": len(name)}
assert 'name = ["a", "bc"]' in icsweep.Sweep(named, {"name": ["a", "bc"]}).text
compiled = icsweep.Sweep("augmented", depth=[1, 2], length=8, sequences=16, epochs=1, batch=16)
assert compiled.run("compiled.h5").tasks == ["augmented"]
nested = icsweep.Sweep(train, model={"lr": [0.1, 0.01], "width": 8}, rate=icsweep.steps(0, 1, 0.5), layers=[[1]])
assert nested.grids[0].varied == ["model_lr", "rate"], nested.grids[0].varied
try:
    import numpy
except ImportError:
    print(f"{len(lines)} constructs; there is no NumPy for samplers")
    sys.exit()
sampled = icsweep.Sweep("regression", tokenization="aligned", function=icsweep.sampler(draw, degree=[1, 2]), dim=1, examples=3, width=8, depth=1, heads=1, steps=2, batch=8, prompts=16)
assert sampled.grids[0].varied == ["function_degree"]
assert column(sampled.run("sampled.h5").query("SELECT function_degree FROM regression_draw ORDER BY 1"), "function_degree") == [1, 2]
print(f"{len(lines)} constructs")
END2
"$python" check.py "$PROJECT/docs/guides/python-sweeps.md" >out.txt 2>log.txt || fail "$(tail -n 12 log.txt)"
grep -qE '^[2-9][0-9] constructs' out.txt || fail "too few lines were found: $(cat out.txt)"
cat out.txt
