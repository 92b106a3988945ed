// Linear maps of wide layers on lanes.
//
// They differ from linear.hpp's in two ways. Weights are packed in the order in which register tiles read them. Weight
// gradients are products over tokens and lanes at once, with several inputs in a register. Kept in lanes, as in narrow
// layers, the gradient of width 256 and hidden 1024 would take 8 MB, and forming it ran at 10 % of peak.
#pragma once

#include "models/kernels/linear.hpp"

namespace icsweep {

/// Packs W (outputs×inputs, row-major) for wide_linear_forward, and its transpose for the transposed shape. packed,
/// transposed: outputs·inputs scalars each.
template <class Real>
ICSWEEP_KERNEL void wide_linear_pack(const LinearShape& shape, const Real* weight, Real* packed, Real* transposed);

/// y[t][o] = base[t][o] + b[o] + Σ_i W[o][i] x[t][i].   x: T×inputs lanes; base, y: T×outputs lanes, may be the same;
/// bias: outputs. Base and bias may be null. The gradient of x is this function of dy and the transposed weights.
/// Largest error: (inputs+2)ε Σ|·|.
template <class Real, int N>
ICSWEEP_KERNEL void wide_linear_forward(const LinearShape& shape, const Real* x, const Real* packed, const Real* bias,
                                        const Real* base, Real* y);

/// Scalars of working memory for wide_linear_backward_weight, and of its sums.
inline int wide_linear_scratch(const LinearShape& s, int lanes) {
  return (s.tokens * (s.inputs + 15) + s.outputs) * lanes;
}
inline int wide_linear_sums(const LinearShape& s) {
  return s.outputs * (s.inputs + 15);
}

/// dW[o][i] (+)= Σ_n Σ_t dy[t][o] x[t][i] and, unless dbias is null, db[o] (+)= Σ_n Σ_t dy[t][o], over the N lanes.
/// Adds if `accumulate`, else overwrites. dW is kept in `sums` in the internal order of wide_linear_reduce_gradient;
/// db: outputs. Largest error: 2TNε Σ|·|.
template <class Real, int N>
ICSWEEP_KERNEL void wide_linear_backward_weight(const LinearShape& shape, const Real* x, const Real* dy, Real* scratch,
                                                Real* sums, Real* dbias, bool accumulate);

/// Writes dW (outputs×inputs scalars); exact.
template <class Real>
ICSWEEP_KERNEL void wide_linear_reduce_gradient(const LinearShape& shape, const Real* sums, Real* dweight);

}  // namespace icsweep
