// Causal attention on lanes with a weight for every pair of tokens: softmax (Vaswani et al. 2017), softmax without the
// division by the row's sum, or the score itself. Keys bring their own values or shifted ones [covariates-icl eq 1].
#pragma once

#include "models/kernels/pair_shape.hpp"

namespace icsweep {

/// Weight p of a score s: e^s over the row's sum of e^s, e^s, or s.
enum class PairWeight { softmax, exponential, linear };

/// z_t = Σ_{t'≤t} p_tt' w_tt' with p of s = ⟨q_t, k_t'⟩ and w_tt' = v_t'. Shifted, each key brings the value after its
/// own: w_tt' = v_{t'+1} for t' < t, and w_tt = v_t (Shift::own) or 0 (Shift::without_own, where z_1 = 0). So no value
/// beyond t counts. A softmax over no keys is undefined, so softmax needs Shift::none or Shift::own.
///
/// q, k: T×keys lanes; v, z: T×values lanes, with the shape's distances between rows. For the backward pass: kept,
/// shape.kept(N) scalars, receives each pair's p; for softmax before the division: e^{s − max s}. inverse_sum, T lanes
/// of 1/Σ_{t'≤t} e^{s − max s}, is used for softmax only and may be null otherwise.
///
/// In float a term of softmax below e^-50 of the row's largest is 0, and so is an e^s below e^-87.3: a sharp softmax
/// would have denormal numbers in all its sums, which take Intel's processors a hundred times longer.
///
/// Largest error with R = 2T+keys+values+8 and S the largest Σ|·| of the row's scores: Rε Σ_t' p(2S+1)|w| for softmax,
/// Rε Σ_t' p(S+1)|w| for e^s, Rε Σ|·| for s itself, and Σ|w| of the terms that are 0, times e^-50 or e^-87.3. e^s alone
/// overflows float above s = 88.
template <class Real, int N>
ICSWEEP_KERNEL void quadratic_attention_forward(const PairShape& shape, PairWeight weight, const Real* q, const Real* k,
                                                const Real* v, Real* kept, Real* inverse_sum, Real* z);

/// With u the gradient of the score, which is p(⟨dz_t, w_tt'⟩ − ⟨dz_t, z_t⟩) for softmax, p⟨dz_t, w_tt'⟩ for e^s and
/// ⟨dz_t, w_tt'⟩ for s itself:   dq_t = Σ_t' u k_t',   dk_t' += Σ_t u q_t. Adds p dz_t to the gradient in dv of each
/// w_tt'. dk and dv are both null if the tokens need no gradient, and may be the same. Errors: 2R in place of R.
template <class Real, int N>
ICSWEEP_KERNEL void quadratic_attention_backward(const PairShape& shape, PairWeight weight, const Real* q,
                                                 const Real* k, const Real* v, const Real* kept,
                                                 const Real* inverse_sum, const Real* z, const Real* dz, Real* scratch,
                                                 Real* dq, Real* dk, Real* dv);

}  // namespace icsweep
