// Shape and working memory of attention that has a weight for every pair of tokens.
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

/// One head over T tokens; queries and keys have `keys` features, values and outputs `values`. The tokens themselves
/// may be keys and values (models/kernels/merge.hpp): then both are the same pointer. The T×T weights are never stored;
/// the backward pass computes them again.
struct PairShape {
  int tokens, keys, values;
  bool shifted = false;  ///< keys before the query bring the value after their own (models/kernels/pair_attention.hpp)
  /// Scalars of working memory that each kernel overwrites.
  int scratch(int lanes) const { return 8 * tokens * lanes; }
};

}  // namespace icsweep
