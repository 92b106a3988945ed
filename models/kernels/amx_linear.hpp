// Linear maps of wide layers with the products of AMX: bfloat16 operands and float32 sums, 32 terms at a time.
//
// Factors are rounded as in bfloat16_linear.hpp. TDPBF16PS adds 32 terms to a sum in four steps: the even terms in
// order, from 0, by fused multiply-adds; the odd terms likewise; these two sums; and their sum to the total. Each
// operation rounds to nearest even, and reads and writes denormal numbers as zeros (Intel's manual, volume 2). Terms
// are the features of a token in the forward pass and input gradient, and the lanes of 32/N tokens in the weight
// gradient. Missing terms of the last 32 are zeros. The sum begins as base + bias. Bias, base and the bias's gradient
// are float32.
#pragma once

#include "models/kernels/bfloat16_linear.hpp"

namespace icsweep {

/// Single precision: the bits of the instruction, computed without it. Double precision, for reference:
/// bfloat16_linear_kernels(), from which only the order of sums differs.
template <class Real, int N>
ICSWEEP_KERNEL const WideLinearKernels<Real, N>& amx_linear_kernels();

/// Rows of a tile; terms in a row of factors; pairs or floats in a tile; and steps of the weight gradient whose rounded
/// factors are kept together.
inline constexpr int tile_rows = 16, tile_terms = 32, tile_pairs = 256, tile_part_steps = 16;
inline int tiles_of(int count, int size) {
  return (count + size - 1) / size;
}
inline WideLinearMemory tile_linear_memory(const LinearShape& s, int lanes) {
  const int high = tiles_of(s.outputs, tile_rows), wide = tiles_of(s.inputs, tile_rows),
            steps = std::max(tiles_of(s.inputs, tile_terms), tiles_of(s.outputs, tile_terms)),
            part_steps = std::min(tile_part_steps, tiles_of(s.tokens * lanes, tile_terms));
  return {high * tiles_of(s.inputs, tile_terms) * tile_pairs, wide * tiles_of(s.outputs, tile_terms) * tile_pairs,
          2 * steps * tile_rows * lanes, (high + wide) * part_steps * tile_pairs, high * wide * tile_pairs};
}

}  // namespace icsweep
