// Layer normalisation over the features of each token (Ba et al. 2016) on lanes, with separate input and output. The
// one in layer_norm.hpp is fused with a residual and works in place.
#pragma once

#include "models/kernels/layer_norm.hpp"

namespace icsweep {

/// h_t = (x_t − mean x_t) / √(var x_t + ε),   y_t = γ⊙h_t + β.
/// x, h, y: T×D lanes; γ, β: D; inverse_deviation r: T lanes of 1/√(var + ε). h and r are for the backward pass.
///
/// Largest errors for |x|, |γ|, |β| ≤ 1, with eps the machine epsilon: r (D+8)eps r(1+r), h (D+8)eps(2+|h|)(1+r), y
/// (D+10)eps((2+|h|)(1+r)+2).
template <class Real, int N>
ICSWEEP_KERNEL void wide_layer_norm_forward(int tokens, int width, const Real* x, const Real* gamma, const Real* beta,
                                            Real* h, Real* inverse_deviation, Real* y);

/// With g = γ⊙dy:   dx_t = base_t + (g − mean g − h⊙mean(g⊙h)) / √(var + ε),
/// dγ += Σ_t dy⊙h,  dβ += Σ_t dy (in lanes, D each).
/// base may be null, and any of dy, base and dx may be the same. Largest errors, with eps the machine epsilon: dx
/// (D+8)eps Σ|·|, dγ and dβ (T+1)eps Σ|·|.
template <class Real, int N>
ICSWEEP_KERNEL void wide_layer_norm_backward(int tokens, int width, const Real* h, const Real* inverse_deviation,
                                             const Real* gamma, const Real* dy, const Real* base, Real* dx,
                                             Real* dgamma, Real* dbeta);

}  // namespace icsweep
