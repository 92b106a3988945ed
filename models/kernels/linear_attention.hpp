// Causal linear attention by the running state, on lanes, for a head that is as wide as its tokens.
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

/// One head over T tokens of K features. Keys and values are the tokens x_t themselves, and the query is q_t = A x_t:
/// the products with W_Q, W_K, W_V, W_O are merged into A before and B after (models/kernels/merge.hpp).
struct AttentionShape {
  int tokens, features;
  /// Scalars of working memory that each kernel overwrites.
  int scratch(int lanes) const { return features * features * lanes; }
};

/// S_t = S_{t-1} + x_t x_tᵀ,   z_t = S_t q_t = Σ_{t'≤t} ⟨x_t', q_t⟩ x_t'.   x, q, z: T×K lanes.
/// K(K+1)/2 + K² multiply-adds per token instead of 2·t·K: the state is symmetric. Largest error: (T+K+2)ε Σ|·|.
template <class Real, int N>
ICSWEEP_KERNEL void linear_attention_forward(const AttentionShape& shape, const Real* x, const Real* q, Real* scratch,
                                             Real* z);

/// dq_t = S_t dz_t,   M_t = M_{t+1} + dz_t q_tᵀ + q_t dz_tᵀ,   dx_t += M_t x_t.
/// Overwrites dq; adds to dx unless it is null. S_t is computed again, not stored; that aside, K(K+1) + 2·K²
/// multiply-adds per token. Largest errors: dq (T+K+2)ε Σ|·|, dx (2T+K+4)ε Σ|·|.
template <class Real, int N>
ICSWEEP_KERNEL void linear_attention_backward(const AttentionShape& shape, const Real* x, const Real* q, const Real* dz,
                                              Real* scratch, Real* dq, Real* dx);

}  // namespace icsweep
