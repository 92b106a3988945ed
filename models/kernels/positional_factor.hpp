// Factor of positional attention: softmax over learnt positions.
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

/// T positions of width D; K = D + 1 with the constant 1 that carries the biases.
struct PositionShape {
  int tokens, width;
  /// Scalars of working memory that both functions overwrite.
  int scratch() const { return 2 * tokens * (width + 1); }
};

/// P[t][t'] = exp(e_tt') / Σ_{t''≤t} exp(e_tt'') for t' ≤ t, else 0, with e_tt' = ⟨A p̃_t, p̃_t'⟩ and p̃ = (p, 1).
/// positions p: T×D; a: K×K, as merge_head makes it; factor P: T×T.
///
/// Largest error: (2K+T+5)ε P(4S+1), with S the largest Σ|·| of the row's scores, plus (2K+T+5) times the smallest
/// normal number. In float a term below e^-50 of the row's largest is 0, which adds e^-50. Scores near 1e7 still give
/// finite rows that sum to 1.
template <class Real>
ICSWEEP_KERNEL void positional_factor(const PositionShape& shape, const Real* positions, const Real* a, Real* scratch,
                                      Real* factor);

/// With G = P ⊙ dP, de_tt' = G_tt' − P_tt' Σ_t'' G_tt'':   dA += Σ de_tt' p̃_t' p̃_tᵀ,
/// dp_t += Σ_t' de_tt' (Aᵀ p̃_t')   and   dp_t' += Σ_t de_tt' (A p̃_t), without their last coordinate.
/// Overwrites G. Checked against finite differences to 1e-9.
template <class Real>
ICSWEEP_KERNEL void positional_factor_backward(const PositionShape& shape, const Real* positions, const Real* a,
                                               const Real* factor, Real* g, Real* scratch, Real* da, Real* dpositions);

}  // namespace icsweep
