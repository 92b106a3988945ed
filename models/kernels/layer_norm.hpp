// Layer normalisation over the features of each token (Ba et al. 2016), with the residual sum that follows it, on
// lanes.
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

/// Added to the variance: PyTorch's default.
inline constexpr double layer_norm_epsilon = 1e-5;

/// Where the residual x is added: y = x + LN(z), y = LN(x + z) (Vaswani et al. 2017), or nowhere, y = LN(z); or it is
/// all there is, y = x + z.
enum class Residual { after_norm, before_norm, none, only };

/// T tokens of width D. The residual stream carries a constant 1 behind its features (see models/transformer.hpp): a
/// token of it is `features` + 1 lanes, which are the last `features` of the D; those before them are zero and not
/// stored. 1 ≤ features ≤ D.
struct NormShape {
  int tokens, width, features;
  Residual residual = Residual::after_norm;
};

/// h_t = (z_t − mean z_t) / √(var z_t + ε),   y_t = x_t + γ⊙h_t + β;   two-pass variance divided by D. With the
/// residual before the norm, z_t + x_t takes the place of z_t, and x_t is not added behind; without one, neither. With
/// the residual only, y = x + z, z stays as it is, and γ, β and the deviation are not used and may be null. z: T×D
/// lanes, replaced by h, which the backward pass needs; inverse_deviation: T lanes of 1/√(var + ε); x: T×(features+1)
/// lanes; y: T×(D+1) lanes, the last of each token set to 1.
template <class Real, int N>
ICSWEEP_KERNEL void layer_norm_forward(const NormShape& shape, Real* z, const Real* x, const Real* gamma,
                                       const Real* beta, Real* inverse_deviation, Real* y);

/// With g = γ⊙dy:  dz_t = (g − mean g − h⊙mean(g⊙h)) / √(var + ε),  dγ += Σ_t dy⊙h,  dβ += Σ_t dy (in lanes, D each).
/// dy: T×(D+1) lanes, the last of each token ignored; it becomes the residual's gradient: dy, dz or 0 by where the
/// residual is. With the residual only, dz = dy, and nothing else changes. h, dz: T×D lanes. `features` is not used.
template <class Real, int N>
ICSWEEP_KERNEL void layer_norm_backward(const NormShape& shape, const Real* h, const Real* inverse_deviation,
                                        const Real* gamma, Real* dy, Real* dz, Real* dgamma, Real* dbeta);

}  // namespace icsweep
