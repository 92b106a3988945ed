// Linear layer y_t = W x_t + b on lanes, its input gradient and its weight gradient.
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

/// T tokens through an inputs→outputs map. Weights: outputs×inputs, row-major; bias: outputs.
struct LinearShape {
  int tokens, inputs, outputs;
};

/// y[t][o] = b[o] + Σ_i W[o][i] x[t][i].   x: T×inputs lanes, y: T×outputs lanes. bias may be null. If `accumulate`,
/// y[t][o] += Σ_i W[o][i] x[t][i]. Largest error: (inputs+1)ε Σ|·|.
template <class Real, int N>
ICSWEEP_KERNEL void linear_forward(const LinearShape& shape, const Real* x, const Real* weight, const Real* bias,
                                   Real* y, bool accumulate = false);

/// dx[t][i] (+)= Σ_o W[o][i] dy[t][o]. Adds to dx if `accumulate`, so that a residual costs nothing; else overwrites
/// it. Largest error: (outputs+1)ε Σ|·|.
template <class Real, int N>
ICSWEEP_KERNEL void linear_backward_input(const LinearShape& shape, const Real* dy, const Real* weight, Real* dx,
                                          bool accumulate);

/// dW[o][i] += Σ_t dy[t][o] x[t][i] and, unless dbias is null, db[o] += Σ_t dy[t][o]. Both are kept in lanes
/// (outputs×inputs lanes, outputs lanes); sum_lanes() sums over the lanes. Largest error: (T+1)ε Σ|·|.
template <class Real, int N>
ICSWEEP_KERNEL void linear_backward_weight(const LinearShape& shape, const Real* x, const Real* dy, Real* dweight,
                                           Real* dbias);

/// sums[p] = Σ_n lanes[p][n] for p < count, then sets the lanes to zero. Largest error: Nε Σ|·|.
template <class Real, int N>
ICSWEEP_KERNEL void sum_lanes(int count, Real* lanes, Real* sums);

}  // namespace icsweep
