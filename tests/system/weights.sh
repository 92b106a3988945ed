#!/usr/bin/env bash
# Kept weights. PyTorch builds the exported models and finds the stored test error on its own data. h5py and xarray
# read a store with weights. Curves, arrays and scalars are exported in their own sizes.
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
export_() { "$ICSWEEP" export s.h5 "$@" || fail "export $* fails"; }

grid() { printf '%s\n' '[[grid]]' 'task = "augmented"' 'sequences = 2048' 'batch = 256' "$@"; }
{
  grid 'epochs = 60' 'depth = [1, 2]' 'keep_weights = true'
  grid 'epochs = 20' 'depth = 2' 'heads = 2' 'mlp = 7' 'attention = "softmax"' 'norm = "post"' 'keep_weights = true'
  grid 'epochs = 20' 'depth = 1' 'length = 20'
} >s.toml
ranks 2 "$ICSWEEP" run s.toml -o s.h5 2>run.log || fail "the run: $(cat run.log)"
[ "$(count s.h5 done)" = 4 ] || fail "not all experiments are done: $(cat run.log)"
[ "$(query s.h5 "SELECT sum(weights_count > 0), min(weights_offset) FROM augmented_all" | tail -n 1)" = 3,-1 ] || fail "there are not three rows with weights"

export_ --id 3 >list.txt
grep -qE '^augmented row 3 [0-9a-f]{32} done$' list.txt && grep -qE '^  position_mse +20 ' list.txt || fail "the list of weights fails: $(cat list.txt)"
export_ --id 1 | grep -qE '^  layers.1.query.weight +15x15 ' || fail "the list has no weights"
for array in position_mse test_mse; do export_ --id 3 --array $array -o $array.npy; done
for row in 0 1 2; do export_ --id $row --weights -o $row.safetensors; done
identity=$(query s.h5 "SELECT identity FROM augmented_all WHERE experiment = 1" | tail -n 1)
export_ --id "${identity:0:12}" --weights -o same.safetensors
cmp 1.safetensors same.safetensors || fail "row 1 and its identity give different files"
[ -z "$(ls ./*icsweep-makes* 2>/dev/null)" ] || fail "files are left: $(ls ./*icsweep-makes*)"

if [ -n "${ICSWEEP_PYTHON:-}" ]; then
  checked "$ICSWEEP_PYTHON" - <<'EOF2'
import h5py, json, numpy as np, xarray
with h5py.File("s.h5", "r") as f:
    t = f["augmented"]
    first, count = int(t["weights_offset"][1]), int(t["weights_count"][1])
    flat, curve, mse = t["weights"][first:first + count], t["position_mse"][3], t["test_mse"][3]
data = open("1.safetensors", "rb").read()
length = int.from_bytes(data[:8], "little")
header = json.loads(data[8:8 + length])
assert np.array_equal(np.frombuffer(data[8 + length:], "<f4"), flat) and np.isfinite(flat).all()
assert header["__metadata__"]["depth"] == "2" and header["__metadata__"]["learning_rate"] == "0.005", header["__metadata__"]
assert np.load("position_mse.npy").shape == (20,) and np.load("test_mse.npy").shape == ()
assert np.array_equal(np.load("position_mse.npy"), curve[:20]) and np.isnan(curve[20:]).all() and np.load("test_mse.npy") == mse
d = xarray.open_dataset("s.h5", group="augmented", engine="h5netcdf")
assert d.weights.dims == ("weight",) and "weight" not in d.coords and np.array_equal(d.weights[first:first + count], flat)
EOF2
fi

python_with "torch, numpy" "${ICSWEEP_PYTHON:-}" /usr/bin/python3 python3 || skip "there is no Python with torch and numpy; all other parts passed"
for row in 0 1 2; do
  stored=$(query s.h5 "SELECT test_mse FROM augmented_all WHERE experiment = $row" | tail -n 1)
  "$python" "$here/evaluate_augmented.py" $row.safetensors "$stored" || fail "the error in PyTorch differs from the stored one"
done
