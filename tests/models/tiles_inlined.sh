#!/bin/sh
# tiles_inlined.sh LIBRARY...: no lambda of a register tile (unroll's, models/kernels/tiles/lane.hpp) is a function of its own.
# Where GCC made it one the tile lay in memory, and attention at AVX2 ran at a third of its speed.
set -eu
lambda='{lambda\(auto:1\)#[0-9]+}::operator\(\)<std::integral_constant<int, [0-9]+> >\('
for library in "$@"; do
  symbols=$(nm --demangle --defined-only "$library")
  tiles=$(echo "$symbols" | grep -cE 'state_product_tile|gather_rows' || true)
  [ "$tiles" -gt 0 ] || { echo "$library: no tiles found, is it stripped?" >&2; exit 1; }
  if apart=$(echo "$symbols" | grep -E " t auto icsweep::.*$lambda"); then
    echo "$library: outside their tile, which needs ICSWEEP_REGISTER_TILE:" >&2
    echo "$apart" | cut -c 20- | head -5 >&2
    exit 1
  fi
done
