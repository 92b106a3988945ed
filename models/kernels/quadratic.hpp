// Quadratic losses xᵀAx − 2bᵀx of eight problems side by side with one matrix: gradient and step.
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

inline constexpr int quadratic_lanes = 8;

/// A is symmetric and has two diagonal blocks: `even` rows, then `odd` ≤ even rows.
struct BlockQuadratic {
  int even, odd;
  const double* matrix;  ///< even×even, then odd×odd
  const double* vector;  ///< b, even + odd
};

/// slope = Ax − b, half the gradient. Adds each lane's loss to `losses`. x, slope: even + odd lanes of 8; losses: 1
/// lane. Measured for up to 200 rows in a block, at every level: errors below .4(rows+1)ε Σ|·| for slopes and
/// .4(even+odd+2)ε Σ|·| for losses.
ICSWEEP_KERNEL void quadratic_slope(const BlockQuadratic& loss, const double* x, double* slope, double* losses);

/// Takes a step of descent. For j < mixed ≤ even, subtracts own_j slope_j + cross_j slope_{even+j} from x_j, and
/// cross_j slope_j + own_j slope_{even+j} from its pair x_{even+j}. If j = odd has no pair, subtracts own_j slope_j.
/// Subtracts rate·slope from all other x. own, cross: `mixed` lanes; rate: 1 lane. Measured error: below 1.3ε Σ|·|.
ICSWEEP_KERNEL void quadratic_step(const BlockQuadratic& loss, int mixed, const double* own, const double* cross,
                                   const double* rate, const double* slope, double* x);

}  // namespace icsweep
