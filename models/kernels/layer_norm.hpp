// Layer normalisation over the features of each token (Ba et al. 2016) with the residual sum that follows it, on lanes.
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

/// The ε that every normalisation adds to the variance or to the mean square: the default of PyTorch's nn.LayerNorm.
/// The default of its nn.RMSNorm depends on the precision.
inline constexpr double layer_norm_epsilon = 1e-5;

/// Place where the residual x is added: y = x + LN(z), y = LN(x + z) (Vaswani et al. 2017), or nowhere, y = LN(z).
/// `only` has no norm: y = x + z.
enum class Residual { branch_norm, post_norm, none, only };

/// True if z must have mean 0 over the features.
constexpr bool takes_centred(Residual residual) {
  return residual == Residual::branch_norm || residual == Residual::none;
}

/// T tokens of width D. The residual stream carries a constant 1 after its features (see
/// models/transformer/transformer.hpp). Its token is `features` + 1 lanes: the last `features` of the D coordinates,
/// then the constant. The coordinates before them are zero and not stored. 1 ≤ features ≤ D.
struct NormShape {
  int tokens, width, features;
  Residual residual = Residual::branch_norm;
};

/// u_t = z_t − mean z_t,   h_t = u_t / √(mean u_t² + ε),   y_t = x_t + γ⊙h_t + β.
/// post_norm: z_t + x_t replaces z_t, and x_t is not added again. branch_norm, none: z must already have mean 0 over
/// the features, and u = z. only: y = x + z; z stays unchanged; γ, β and the deviation are not used and may be null.
///
/// z: T×D lanes, replaced by u, which the backward pass needs; inverse_deviation r: T lanes of 1/√(mean u² + ε); x:
/// T×(features+1) lanes; y: T×(D+1) lanes, the last of each token set to 1.
///
/// Largest errors for |z|, |x|, |γ|, |β| ≤ 1, with eps the machine epsilon: u (D+2)eps(2+|u|), r (D+8)eps r(1+r), y
/// (D+10)eps((2+|h|)(1+r)+2).
template <class Real, int N>
ICSWEEP_KERNEL void layer_norm_forward(const NormShape& shape, Real* z, const Real* x, const Real* gamma,
                                       const Real* beta, Real* inverse_deviation, Real* y);

/// With g = γ⊙dy:  dz_t = (g − mean g − h⊙mean(g⊙h)) / √(mean u² + ε),  dγ += Σ_t dy⊙h,  dβ += Σ_t dy (in lanes, D
/// each). If z had mean 0, mean g is not subtracted: it does not affect the gradient of a map whose outputs are
/// centred. u, dz: T×D lanes. dy: T×(D+1) lanes, the last of each token ignored; it becomes the residual's gradient:
/// dy, dz or 0, depending on the place of the residual. only: dz = dy, and nothing else changes. `features` is not
/// used.
///
/// Largest errors, with eps the machine epsilon: dz (D+10)eps Σ|·|, dγ (T+2)eps Σ|·|, dβ (T+1)eps Σ|·|.
template <class Real, int N>
ICSWEEP_KERNEL void layer_norm_backward(const NormShape& shape, const Real* u, const Real* inverse_deviation,
                                        const Real* gamma, Real* dy, Real* dz, Real* dgamma, Real* dbeta);

}  // namespace icsweep
