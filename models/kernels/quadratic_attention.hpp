// Causal attention on lanes with a weight for every pair of tokens: softmax (Vaswani et al. 2017), softmax without the
// division by the row's sum, or the score itself; on the keys' own values, or shifted [covariates-icl eq 1].
#pragma once

#include "models/kernels/pair_shape.hpp"

namespace icsweep {

/// The weight p of a score s: e^s over the row's sum of e^s, e^s, or s.
enum class PairWeight { softmax, exponential, linear };

/// z_t = Σ_{t'≤t} p_tt' w_tt' with p of s = ⟨q_t, k_t'⟩ and w_tt' = v_t'. Shifted, each key brings the value after its
/// own: w_tt' = v_{t'+1} for t' < t, and w_tt = v_t (Shift::own) or 0 (Shift::without_own, where z_1 = 0), so that
/// still no value beyond t counts. A softmax over no keys has no meaning, so its shift is none or own.
/// q, k: T×keys lanes; v, z: T×values lanes; rows are as far apart as the shape says. For the backward pass: kept,
/// shape.kept(N) scalars, has each pair's p, for softmax before the division: e^{s − max s}; inverse_sum, T lanes of
/// 1/Σ_{t'≤t} e^{s − max s}, is used for softmax only and may be null otherwise.
template <class Real, int N>
ICSWEEP_KERNEL void quadratic_attention_forward(const PairShape& shape, PairWeight weight, const Real* q, const Real* k,
                                                const Real* v, Real* kept, Real* inverse_sum, Real* z);

/// With u the gradient of the score, which is p(⟨dz_t, w_tt'⟩ − ⟨dz_t, z_t⟩) for softmax, p⟨dz_t, w_tt'⟩ without the
/// division, ⟨dz_t, w_tt'⟩ for the score itself:   dq_t = Σ_t' u k_t',   dk_t' += Σ_t u q_t,   and p dz_t is added to
/// the gradient of each w_tt' in dv. dk and dv are both null if the tokens need no gradient, and may be the same.
template <class Real, int N>
ICSWEEP_KERNEL void quadratic_attention_backward(const PairShape& shape, PairWeight weight, const Real* q,
                                                 const Real* k, const Real* v, const Real* kept,
                                                 const Real* inverse_sum, const Real* z, const Real* dz, Real* scratch,
                                                 Real* dq, Real* dk, Real* dv);

}  // namespace icsweep
