// Linear maps of wide layers whose products are those of AMX: bfloat16 operands and float32 sums, 32 terms at a time.
//
// Factors are rounded as in bfloat16_linear.hpp. TDPBF16PS adds 32 terms to a sum: the even ones and the odd ones in
// order, each from 0 by fused multiply-adds, then these two, then that and the sum; each operation rounds to nearest
// even and takes and leaves denormal numbers as zeros (Intel's manual, volume 2). Terms are features of a token in
// forward and input gradient, and the lanes of 32/N tokens in the weight gradient; what is missing of the last 32 is
// zeros. The sum begins as base + bias. Bias, base and the bias's gradient are float32.
#pragma once

#include "models/kernels/bfloat16_linear.hpp"

namespace icsweep {

/// In single precision the bits of the instruction, computed without it. In double precision, for reference: those of
/// bfloat16_linear_kernels(), since only the order of sums differs.
template <class Real, int N>
ICSWEEP_KERNEL const WideLinearKernels<Real, N>& amx_linear_kernels();

/// Rows of a tile, terms in a row of factors, pairs or floats in a tile, and steps of the weight gradient whose rounded
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
