// Causal attention of a head whose products have bfloat16 operands and float32 sums.
//
// Both factors of every product are rounded to the nearest bfloat16, ties to even, at each call: queries and keys for
// the scores; weights and values for z; dz and values, slopes of scores and keys, slopes and queries, weights and dz
// for the gradients. Products are added in pairs as in bfloat16_linear.hpp: of neighbouring features, of keys 2m and 2m
// + 1, of queries 2m and 2m + 1. Softmax's exponentials are rounded before the division by their sum, which applies to
// z and dz in float32. With a shift a value's weight is its key's, the query's own value has the sum of its two, in
// float32. Exponentials, sums of weights, ⟨dz, z⟩ and slopes are float32.
#pragma once

#include "models/kernels/quadratic_attention.hpp"

namespace icsweep {

/// quadratic_attention.hpp's functions for a head whose keys and values are two arrays. scratch: attention_scratch()
/// scalars of working memory in both; z, dq, dk and dv are written, not added to.
template <class Real, int N>
struct AttentionKernels {
  void (*forward)(const PairShape& shape, PairWeight weight, const Real* q, const Real* k, const Real* v, Real* scratch,
                  Real* kept, Real* inverse_sum, Real* z);
  void (*backward)(const PairShape& shape, PairWeight weight, const Real* q, const Real* k, const Real* v,
                   const Real* kept, const Real* inverse_sum, const Real* z, const Real* dz, Real* scratch, Real* dq,
                   Real* dk, Real* dv);
};

/// Those without bfloat16: quadratic_attention.hpp's.
template <class Real, int N>
ICSWEEP_KERNEL const AttentionKernels<Real, N>& attention_kernels();

/// In single precision the bits of the instruction, computed without it. In double precision, for reference: products
/// and sums in double of factors that are rounded to bfloat16.
template <class Real, int N>
ICSWEEP_KERNEL const AttentionKernels<Real, N>& bfloat16_attention_kernels();

/// Enough for either.
inline int attention_scratch(const PairShape& s, int lanes) {
  return s.scratch(lanes) + (s.tokens + 4) * (s.keys + 3 * s.values + 72) * lanes;
}

}  // namespace icsweep
