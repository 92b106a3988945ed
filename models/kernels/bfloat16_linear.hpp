// Linear maps of wide layers with bfloat16 operands and float32 sums.
//
// Both factors of every product are rounded to the nearest bfloat16, ties to even: weights once per batch, x and dy at
// each call. Each rounding changes a normal number by at most 2⁻⁹ of itself. Two products at a time are added to a
// float32 sum as VDPBF16PS of AVX512_BF16 does: fused, the second of the pair first, denormal numbers read and written
// as zeros. The forward pass and input gradient pair neighbouring terms of the sum; the weight gradient pairs
// neighbouring lanes of a token. Bias, base and the bias's gradient are float32.
#pragma once

#include <algorithm>

#include "models/kernels/wide_linear.hpp"

namespace icsweep {

/// Scalars in the arrays of a map and its gradients. `rounded` serves the forward kernel in both directions.
struct WideLinearMemory {
  int packed, transposed, rounded, scratch, sums;
};

/// Kernels of a wide linear map, with the arguments of wide_linear.hpp. Arrays have the sizes that memory() gives for
/// this number of tokens or a larger one. `rounded` is working memory; pack may round the weights in place.
template <class Real, int N>
struct WideLinearKernels {
  WideLinearMemory (*memory)(const LinearShape& shape);
  void (*pack)(const LinearShape& shape, Real* weight, Real* packed, Real* transposed);
  void (*forward)(const LinearShape& shape, const Real* x, const Real* packed, const Real* bias, const Real* base,
                  Real* rounded, Real* y);
  /// y = max(b + W x, 0).
  void (*forward_relu)(const LinearShape& shape, const Real* x, const Real* packed, const Real* bias, Real* rounded,
                       Real* y);
  /// Gradient of x, where x = `relu` came from forward_relu: 0 where x is 0.
  void (*backward_relu)(const LinearShape& shape, const Real* dy, const Real* packed, const Real* relu, Real* rounded,
                        Real* dx);
  void (*backward_weight)(const LinearShape& shape, const Real* x, const Real* dy, Real* scratch, Real* sums,
                          Real* dbias, bool accumulate);
  void (*reduce_gradient)(const LinearShape& shape, const Real* sums, Real* dweight);
};

/// Kernels without bfloat16: the functions of wide_linear.hpp.
template <class Real, int N>
ICSWEEP_KERNEL const WideLinearKernels<Real, N>& wide_linear_kernels();

/// Single precision: the bits of the instruction, computed without it, some 30 times slower. Double precision, for
/// reference: products and sums in double of factors that are rounded to bfloat16.
template <class Real, int N>
ICSWEEP_KERNEL const WideLinearKernels<Real, N>& bfloat16_linear_kernels();

/// Tokens that are rounded together in single precision; in double precision all tokens are.
inline constexpr int bfloat16_tile_tokens = 4;
inline int bfloat16_linear_rounded(const LinearShape& s, int lanes) {
  const int most = std::max(s.inputs, s.outputs);
  return lanes == 1 ? s.tokens * most : bfloat16_tile_tokens * ((most + 1) / 2) * lanes;
}
/// Scalars for the rounded factors of a weight gradient, in whole cache lines: aligned memory follows.
inline int bfloat16_linear_factors(const LinearShape& s, int lanes) {
  return (s.tokens * (s.inputs + s.outputs) * lanes + 15) / 16 * 16;
}
inline int bfloat16_linear_scratch(const LinearShape& s, int lanes) {
  return wide_linear_scratch(s, lanes) + bfloat16_linear_factors(s, lanes);
}
inline WideLinearMemory bfloat16_linear_memory(const LinearShape& s, int lanes) {
  const int weights = s.inputs * s.outputs;
  return {weights, weights, bfloat16_linear_rounded(s, lanes), bfloat16_linear_scratch(s, lanes), wide_linear_sums(s)};
}

}  // namespace icsweep
