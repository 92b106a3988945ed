// Causal softmax attention (Vaswani et al. 2017) on lanes, and the same without the division by the row's sum.
#pragma once

#include "models/kernels/pair_shape.hpp"

namespace icsweep {

/// What the exponentials of a row are divided by: their sum, or nothing.
enum class Normalisation { softmax, none };

/// z_t = Σ_{t'≤t} p v_t' with p = exp(⟨q_t, k_t'⟩ − l_t), l_t = log Σ_{t'≤t} exp⟨q_t, k_t'⟩; l_t = 0 without
/// normalisation.   q, k: T×keys lanes;
/// v, z: T×values lanes; log_sum: T lanes of l_t for the backward pass.
template <class Real, int N>
ICSWEEP_KERNEL void softmax_attention_forward(const PairShape& shape, Normalisation normalisation, const Real* q,
                                              const Real* k, const Real* v, Real* scratch, Real* log_sum, Real* z);

/// With u = p (⟨dz_t, v_t'⟩ − ⟨dz_t, z_t⟩), the last term only with normalisation:   dq_t = Σ_t' u k_t',   dk_t' += Σ_t
/// u q_t,   dv_t' += Σ_t p dz_t. dk and dv are both null if the tokens need no gradient, and may be the same.
template <class Real, int N>
ICSWEEP_KERNEL void softmax_attention_backward(const PairShape& shape, Normalisation normalisation, const Real* q,
                                               const Real* k, const Real* v, const Real* log_sum, const Real* z,
                                               const Real* dz, Real* scratch, Real* dq, Real* dk, Real* dv);

}  // namespace icsweep
