#!/usr/bin/env bash
# Matrices of different sizes in one table. h5dump, h5py and xarray read two dimensions, padded with NaN.
. "$(dirname "$0")/common.sh"
[ -n "${ICSWEEP_PYTHON:-}" ] || skip "there is no Python with h5py, xarray and h5netcdf"
command -v h5dump >/dev/null || skip "h5dump is not installed"
"${TOY_STORE:?}" s.h5 || fail "the toy store cannot be made"
h5dump -d /toy/P s.h5 >dump.txt || fail "h5dump fails"
grep -q 'SIMPLE { ( 5, 3, 3 )' dump.txt || fail "h5dump sees another shape: $(head dump.txt)"
checked "$ICSWEEP_PYTHON" - <<'EOF2'
import h5py, numpy as np, xarray
with h5py.File("s.h5", "r") as f:
    assert [d.keys() for d in f["toy/P"].dims] == [["experiment"], ["row"], ["column"]]
d = xarray.open_dataset("s.h5", group="toy", engine="h5netcdf")
assert d.P.dims == ("experiment", "row", "column") and d.P.shape == (5, 3, 3), d.P
assert np.array_equal(d.P.sel(experiment=1)[:2, :2], [[1, 1.01], [1.02, 1.03]])
assert [int(np.isfinite(p).sum()) for p in d.P] == [1, 4, 9, 1, 0]
assert list(d.row.values) == list(d.column.values) == [0, 1, 2]
assert float(d.P.where(d.status == 1).sel(row=0, column=0).mean()) == 1.5
assert set(d.start.values.astype(str)) == {"unit"}
EOF2
[ "$("$ICSWEEP" query s.h5 "SELECT sum(value) AS s FROM toy_P WHERE row = column AND experiment = 2" --format csv | tail -n 1)" = 6.12 ] ||
  fail "icsweep query reads wrong values"
echo "three readers agree on five matrices"
