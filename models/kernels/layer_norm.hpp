// Layer normalisation over the features of each token (Ba et al. 2016), with the residual sum that follows it, on
// lanes.
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

/// ε, which every normalisation adds to the variance or to the mean square: the default of PyTorch's nn.LayerNorm.
/// That of its nn.RMSNorm depends on the precision.
inline constexpr double layer_norm_epsilon = 1e-5;

/// Where the residual x is added: y = x + LN(z), y = LN(x + z) (Vaswani et al. 2017), or nowhere, y = LN(z); `only` has
/// no norm, y = x + z.
enum class Residual { branch_norm, post_norm, none, only };

/// Whether the norm takes z with mean 0 over the features.
constexpr bool takes_centred(Residual residual) {
  return residual == Residual::branch_norm || residual == Residual::none;
}

/// T tokens of width D. The residual stream carries a constant 1 after its features (see
/// models/transformer/transformer.hpp): its token is `features` + 1 lanes, which are the last `features` of the D; the
/// coordinates before them are zero and not stored. 1 ≤ features ≤ D.
struct NormShape {
  int tokens, width, features;
  Residual residual = Residual::branch_norm;
};

/// u_t = z_t − mean z_t,   h_t = u_t / √(mean u_t² + ε),   y_t = x_t + γ⊙h_t + β.
/// post_norm: z_t + x_t takes the place of z_t, and x_t is not added again. branch_norm, none: z must already have mean
/// 0 over the features, and u = z. only: y = x + z, z stays unchanged, and γ, β and the deviation are not used and may
/// be null.
/// z: T×D lanes, replaced by u, which the backward pass needs; inverse_deviation: T lanes of 1/√(mean u² + ε); x:
/// T×(features+1) lanes; y: T×(D+1) lanes, the last of each token set to 1.
template <class Real, int N>
ICSWEEP_KERNEL void layer_norm_forward(const NormShape& shape, Real* z, const Real* x, const Real* gamma,
                                       const Real* beta, Real* inverse_deviation, Real* y);

/// With g = γ⊙dy:  dz_t = (g − mean g − h⊙mean(g⊙h)) / √(mean u² + ε),  dγ += Σ_t dy⊙h,  dβ += Σ_t dy (in lanes, D
/// each). If z had mean 0, mean g is not subtracted: it does not affect the gradient of a map whose outputs are
/// centred. dy: T×(D+1) lanes, the last of each token ignored; it becomes the residual's gradient: dy, dz or 0
/// depending on where the residual is. only: dz = dy, and nothing else changes. u, dz: T×D lanes. `features` is not
/// used.
template <class Real, int N>
ICSWEEP_KERNEL void layer_norm_backward(const NormShape& shape, const Real* u, const Real* inverse_deviation,
                                        const Real* gamma, Real* dy, Real* dz, Real* dgamma, Real* dbeta);

}  // namespace icsweep
