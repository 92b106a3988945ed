// Root-mean-square normalisation over the features of each token (Zhang and Sennrich 2019) on lanes: layer
// normalisation without the mean and the bias. The same as PyTorch's nn.RMSNorm(width, eps=1e-5).
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

/// h_t = x_t / √(mean x_t² + ε),   y_t = γ⊙h_t, with the ε of layer_norm.hpp.
/// x, h, y: T×D lanes; γ: D; inverse_root r: T lanes of 1/√(mean x² + ε). h and r are for the backward pass.
///
/// Largest errors, with eps the machine epsilon: r (D/2+5)eps r, h (D/2+6)eps|h|, y (D/2+7)eps|y|.
template <class Real, int N>
ICSWEEP_KERNEL void wide_rms_norm_forward(int tokens, int width, const Real* x, const Real* gamma, Real* h,
                                          Real* inverse_root, Real* y);

/// With g = γ⊙dy:   dx_t = base_t + (g − h⊙mean(g⊙h)) / √(mean x² + ε),   dγ += Σ_t dy⊙h (in lanes, D).
/// base may be null, and any of dy, base and dx may be the same. Largest errors, with eps the machine epsilon: dx
/// (D+8)eps Σ|·|, dγ (T+1)eps Σ|·|.
template <class Real, int N>
ICSWEEP_KERNEL void wide_rms_norm_backward(int tokens, int width, const Real* h, const Real* inverse_root,
                                           const Real* gamma, const Real* dy, const Real* base, Real* dx, Real* dgamma);

}  // namespace icsweep
