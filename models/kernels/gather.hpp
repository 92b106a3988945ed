// Puts N rows of plain numbers side by side in lanes.
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

/// lanes[i][n] = rows[n][i] for i < count, n < N: an exact transposition, in registers if the level has instructions
/// for it. rows: N pointers, unaligned; lanes: count lanes.
template <class Real, int N>
ICSWEEP_KERNEL void gather_lanes(int count, const Real* const* rows, Real* lanes);

}  // namespace icsweep
