// Shape and memory of attention that has a weight for every pair of tokens.
#pragma once

#include <cstddef>

#include "models/kernels/api.hpp"

namespace icsweep {

/// Which value a key t' brings to query t: its own, v_t'; or the one after it, v_{t'+1}, of the keys t' < t
/// [covariates-icl eq 1], where the key t brings v_t (`own`) or nothing (`without_own`).
enum class Shift { none, own, without_own };

/// Keys of a block that is taken together backwards: of 6, 12, 24 and 48 the best, or as good, at K = 11 … 64.
inline constexpr int max_keys = 24;

/// One head over T tokens; queries and keys have `keys` features, values and outputs `values`. The tokens themselves
/// may be keys and values (models/kernels/merge.hpp): then both are the same pointer. What the forward pass computes
/// for each pair is kept for the backward pass: computed again, softmax took a third longer backwards: a product of K
/// features a pair and its exponential. Positional attention can do without.
struct PairShape {
  int tokens, keys, values;
  Shift shift = Shift::none;  ///< positional attention knows no other
  /// Lanes from one token to the next in q, k, v and their gradients, and in z and its gradient: more than a head's
  /// features where heads or q, k, v lie side by side. 0: as many as it has features.
  int row = 0, out_row = 0;

  int key_row() const { return row ? row : keys; }
  int value_row() const { return row ? row : values; }
  int output_row() const { return out_row ? out_row : values; }
  /// Scalars of working memory that each kernel overwrites.
  int scratch(int lanes) const { return (8 * tokens + 16 * max_keys) * lanes; }
  /// Scalars that a forward pass keeps for its backward pass: T²/2 lanes and a little more.
  std::size_t kept(int lanes) const {
    const std::size_t strips = (tokens + 3) / 4;
    return 8 * strips * (strips + 1) * lanes;
  }
};

}  // namespace icsweep
