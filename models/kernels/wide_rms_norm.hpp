// Root-mean-square normalisation over the features of each token (Zhang and Sennrich 2019) on lanes: layer
// normalisation without the mean and without a bias. PyTorch's nn.RMSNorm(width, eps=1e-5).
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

/// h_t = x_t / √(mean x_t² + ε),   y_t = γ⊙h_t, with ε of norm_epsilon.hpp.   x, h, y: T×D lanes; γ: D; inverse_root: T
/// lanes of 1/√(mean x² + ε). h and inverse_root are for the backward pass.
template <class Real, int N>
ICSWEEP_KERNEL void wide_rms_norm_forward(int tokens, int width, const Real* x, const Real* gamma, Real* h,
                                          Real* inverse_root, Real* y);

/// With g = γ⊙dy:   dx_t = base_t + (g − h⊙mean(g⊙h)) / √(mean x² + ε),   dγ += Σ_t dy⊙h (in lanes, D). base may be
/// null, and any of dy, base and dx may be the same.
template <class Real, int N>
ICSWEEP_KERNEL void wide_rms_norm_backward(int tokens, int width, const Real* h, const Real* inverse_root,
                                           const Real* gamma, const Real* dy, const Real* base, Real* dx, Real* dgamma);

}  // namespace icsweep
