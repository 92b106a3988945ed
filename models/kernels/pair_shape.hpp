// Shape and memory of attention that has a weight for every pair of tokens.
#pragma once

#include <cstddef>

#include "models/kernels/api.hpp"

namespace icsweep {

/// The value that a key t' brings to query t. none: its own, v_t'. With a shift, keys t' < t bring the next value,
/// v_{t'+1} [covariates-icl eq 1], and key t brings v_t (`own`) or nothing (`without_own`).
enum class Shift { none, own, without_own };

/// Keys of a block in the backward pass: the best of 6, 12, 24 and 48, or equal to it, at K = 11 … 64.
inline constexpr int max_keys = 24;

/// One head over T tokens. Queries and keys have `keys` features, values and outputs `values`. The tokens themselves
/// may be keys and values (models/kernels/merge.hpp); both are then the same pointer. The forward pass keeps its value
/// for each pair for the backward pass. Computing it again, a product of K features per pair and its exponential, made
/// softmax's backward pass a third slower. Positional attention can do so.
struct PairShape {
  int tokens, keys, values;
  Shift shift = Shift::none;  ///< positional attention supports only none
  /// Lanes from one token to the next in q, k, v and their gradients (row), and in z and its gradient (out_row). They
  /// exceed a head's features if heads, or q, k and v, lie side by side. 0: equal to the features.
  int row = 0, out_row = 0;
  /// First query that is used. Earlier queries have neither output nor upstream gradient: their z and dq are undefined.
  /// Positional attention supports only 0.
  int first = 0;

  int key_row() const { return row ? row : keys; }
  int value_row() const { return row ? row : values; }
  int output_row() const { return out_row ? out_row : values; }
  /// Scalars of working memory that each kernel overwrites.
  int scratch(int lanes) const { return (8 * tokens + 16 * max_keys) * lanes; }
  /// Scalars that a forward pass keeps for its backward pass: slightly more than T²/2 lanes.
  std::size_t kept(int lanes) const {
    const std::size_t strips = (tokens + 3) / 4;
    return 8 * strips * (strips + 1) * lanes;
  }
};

}  // namespace icsweep
