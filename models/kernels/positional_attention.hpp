// Causal attention with linear scores times a factor that depends on the positions alone, on lanes.
#pragma once

#include <cstddef>

#include "models/kernels/pair_shape.hpp"

namespace icsweep {

/// z_t = Σ_{t'≤t} P[t][t'] ⟨q_t, k_t'⟩ v_t'.   q, k: T×keys lanes; v, z: T×values lanes; factor P: T×T scalars,
/// row-major, 0 above the diagonal. kept: shape.kept(N) scalars of ⟨q_t, k_t'⟩ for the backward pass; if null, the
/// backward pass computes them again. Largest error: (T+keys+3)ε Σ|·|.
template <class Real, int N>
ICSWEEP_KERNEL void positional_attention_forward(const PairShape& shape, const Real* q, const Real* k, const Real* v,
                                                 const Real* factor, Real* scratch, Real* kept, Real* z);

/// With s = ⟨q_t, k_t'⟩ and u = P ⟨dz_t, v_t'⟩:   dq_t = Σ_t' u k_t',   dk_t' += Σ_t u q_t,   dv_t' += Σ_t P s dz_t.
/// Adds Σ s u over all lanes, which is P ⊙ dP, to `sums`. dk and dv, T×keys and T×values lanes, are both null if the
/// tokens need no gradient, and may be the same. kept: as in the forward pass; the bits are the same with and without
/// it.
template <class Real, int N>
ICSWEEP_KERNEL void positional_attention_backward(const PairShape& shape, const Real* q, const Real* k, const Real* v,
                                                  const Real* factor, const Real* kept, const Real* dz, Real* scratch,
                                                  Real* dq, Real* dk, Real* dv, Real* sums);

/// Scalars of `sums`, which must be 64-byte aligned and zero before the first block: at most T²/2 for every strip of
/// two queries.
inline std::size_t pair_sums_size(int tokens) {
  return std::size_t(tokens + 1) / 2 * tokens * 16;
}

/// out[t][t'] = (P ⊙ dP)[t][t'] for t' ≤ t and 0 above (T×T scalars), summed over all blocks since the last call; sets
/// the sums to zero. Largest error for two blocks: (keys+values+2N+3)ε Σ|·|.
template <class Real, int N>
ICSWEEP_KERNEL void take_pair_sums(int tokens, Real* sums, Real* out);

}  // namespace icsweep
