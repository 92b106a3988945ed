// Squared error between predictions and targets on lanes, per position, with its gradient.
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

struct ErrorShape {
  int tokens, outputs;
};

/// error[t] += Σ_{n<active} Σ_o (y[t][o] − target[t][o])² (T doubles). Lanes from `active` on are padding and do not
/// count. If dy is not null, dy[t][o] = 2·factor·(y − target) in active lanes and 0 in padding. y, target, dy:
/// T×outputs lanes. Largest errors: error (outputs+N+3)ε error, dy 3ε|dy|.
template <class Real, int N>
ICSWEEP_KERNEL void squared_error(const ErrorShape& shape, int active, const Real* y, const Real* target, Real factor,
                                  Real* dy, double* error);

}  // namespace icsweep
