#!/usr/bin/env bash
# The snippets of docs/guides/exports.md for h5py, xarray and pandas, copied to snippets/, give the values of icsweep
# query. So does h5dump.
snippets=$(cd "$(dirname "$0")/snippets" && pwd)
. "$(dirname "$0")/common.sh"
[ -n "${ICSWEEP_PYTHON:-}" ] || skip "there is no Python with h5py, xarray and h5netcdf"
command -v h5dump >/dev/null || skip "h5dump is not installed"
small_store
two_sweeps
PATH=$(dirname "$ICSWEEP"):$PATH
for reader in h5py xarray pandas; do
  [ "$(wc -l <"$snippets/read_$reader.py")" -le 6 ] || fail "read_$reader.py has more than six lines"
  expect_mean "$("$ICSWEEP_PYTHON" "$snippets/read_$reader.py")" "read_$reader.py"
done
texts=$("$ICSWEEP_PYTHON" -c 'import xarray; print(*set(xarray.open_dataset("store.h5", group="augmented", engine="h5netcdf").attention.values))')
[ "$texts" = linear ] || fail "xarray gives $texts for a column of texts"
h5dump -m %.17g -d /augmented/test_mse store.h5 >dump.txt || fail "h5dump: $(cat dump.txt)"
query store.h5 "SELECT test_mse FROM augmented_all" | tail -n +2 >values.txt
[ "$(wc -l <values.txt)" = 12 ] || fail "there are not twelve experiments: $(cat values.txt)"
grep -oE '[0-9.e-]+[0-9](,|$)' dump.txt | tr -d , | paste values.txt - |
  awk '$1 != $2 + 0 && ($1 - $2) ^ 2 > 1e-32 { exit 1 }' || fail "h5dump gives other values: $(cat dump.txt)"
echo "h5py, xarray, pandas and h5dump agree with icsweep query"
