// Causal attention of a head with bfloat16 operands and float32 sums.
//
// Both factors of every product are rounded to the nearest bfloat16, ties to even, at each call. Scores: queries and
// keys. z: weights and values. Gradients: dz and values; slopes of scores and keys; slopes and queries; weights and dz.
// Each rounding changes a normal number by at most 2⁻⁹ of itself.
//
// Products are added in pairs as in bfloat16_linear.hpp: of neighbouring features, of keys 2m and 2m + 1, of queries 2m
// and 2m + 1. Softmax's exponentials are rounded before the division by their sum, which applies to z and dz in
// float32. With a shift, a value's weight is its key's, and the query's own value has the sum of its two weights, in
// float32. Exponentials, sums of weights, ⟨dz, z⟩ and slopes are float32.
#pragma once

#include "models/kernels/quadratic_attention.hpp"

namespace icsweep {

/// The functions of quadratic_attention.hpp for a head whose keys and values are two arrays. scratch:
/// attention_scratch() scalars of working memory, for both. z, dq, dk and dv are overwritten, not added to.
template <class Real, int N>
struct AttentionKernels {
  void (*forward)(const PairShape& shape, PairWeight weight, const Real* q, const Real* k, const Real* v, Real* scratch,
                  Real* kept, Real* inverse_sum, Real* z);
  void (*backward)(const PairShape& shape, PairWeight weight, const Real* q, const Real* k, const Real* v,
                   const Real* kept, const Real* inverse_sum, const Real* z, const Real* dz, Real* scratch, Real* dq,
                   Real* dk, Real* dv);
};

/// Kernels without bfloat16: the functions of quadratic_attention.hpp.
template <class Real, int N>
ICSWEEP_KERNEL const AttentionKernels<Real, N>& attention_kernels();

/// Single precision: the bits of the instruction, computed without it. Their distance from the double-precision kernels
/// here is at most 1/8 of that from exact factors (Euclidean norm, plus 1e-6). Double precision, for reference:
/// products and sums in double of factors that are rounded to bfloat16.
template <class Real, int N>
ICSWEEP_KERNEL const AttentionKernels<Real, N>& bfloat16_attention_kernels();

/// Scalars of working memory, enough for either kernel.
inline int attention_scratch(const PairShape& s, int lanes) {
  return s.scratch(lanes) + (s.tokens + 4) * (s.keys + 3 * s.values + 72) * lanes;
}

}  // namespace icsweep
