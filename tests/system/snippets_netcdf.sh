#!/usr/bin/env bash
# The snippet of docs/guides/exports.md for netCDF4 gives the values of icsweep query, and ncdump prints the store.
# It runs in its own process, since Debian's netCDF4 and h5py load different builds of HDF5. Texts are left out: netCDF
# before 4.9.1 crashes on arrays of texts of fixed length.
snippets=$(cd "$(dirname "$0")/snippets" && pwd)
. "$(dirname "$0")/common.sh"
python_with netCDF4 "${ICSWEEP_PYTHON:-}" /usr/bin/python3 python3 || skip "there is no Python with netCDF4"
command -v ncdump >/dev/null || skip "ncdump is not installed"
small_store
two_sweeps
[ "$(wc -l <"$snippets/read_netcdf4.py")" -le 6 ] || fail "netcdf4.py has more than six lines"
expect_mean "$("$python" "$snippets/read_netcdf4.py")" netcdf4.py

ncdump -h store.h5 >header.txt || fail "ncdump -h fails"
grep -q 'group: augmented' header.txt && grep -q 'double position_mse(experiment, position)' header.txt &&
  grep -q 'test_mse:long_name' header.txt || fail "ncdump -h prints no table: $(cat header.txt)"
ncdump -v /augmented/status,/augmented/depth store.h5 >values.txt || fail "ncdump -v fails"
grep -q ' status = 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1 ;' values.txt && grep -q ' depth = 1, 1, 1, 2, 2, 2, 1, 1, 1, 2, 2, 2 ;' values.txt ||
  fail "ncdump prints other values: $(cat values.txt)"
echo "netCDF4 and ncdump agree with icsweep query"
