#!/usr/bin/env bash
# During a sweep, h5dump, h5py and xarray read its store. Unfinished rows are NaN and pending, and finished ones are
# right.
. "$(dirname "$0")/common.sh"
[ -n "${ICSWEEP_PYTHON:-}" ] || skip "there is no Python with h5py, xarray and h5netcdf"
command -v h5dump >/dev/null || skip "h5dump is not installed"
sweep s.toml "[1, 2, 3]" "$(epochs_of 1)" 4
ranks 2 "$ICSWEEP" run s.toml -o s.h5 2>run.log &
launcher=$!
wait_for s.h5 2

reads=0
while kill -0 $launcher 2>/dev/null; do
  h5dump -H s.h5 >header.txt || fail "h5dump -H fails during the sweep"
  checked "$ICSWEEP_PYTHON" - <<'EOF'
import h5py, numpy as np
with h5py.File("s.h5", "r") as f:
    t = f["augmented"]
    status, mse, curve = t["status"][:], t["test_mse"][:], t["position_mse"][:]
    done = status == 1
    assert len(status) == 12 and set(status) <= {0, 1}, status
    assert np.isfinite(mse[done]).all() and (mse[done] > 0).all(), mse
    assert np.isfinite(curve[done]).all()
    assert not (mse == 0).any() and not (curve == 0).any()
EOF
  reads=$((reads + 1))
done
wait $launcher || fail "the run: $(cat run.log)"
[ $reads -ge 2 ] || fail "the run ended before it could be read"

checked "$ICSWEEP_PYTHON" - <<'EOF'
import xarray
d = xarray.open_dataset("s.h5", group="augmented", engine="h5netcdf")
checkpoints = min(200, int(d.epochs[0]))  # a slow machine trains fewer epochs
assert dict(d.sizes) == {"experiment": 12, "checkpoint": checkpoints, "position": 16}, d.sizes
assert d.status.attrs["flag_meanings"].split()[1] == "done"
assert (d.status == 1).all()
assert abs(float(d.position_mse.mean("position")[0]) - float(d.test_mse[0])) < 1e-12
assert d.position.values[0] == 1
best = d.test_mse.groupby(d.depth).mean()
assert list(best.depth.values) == [1, 2, 3]
EOF
echo "read $reads times while running"
