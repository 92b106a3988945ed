// Into how many parts a batch is divided.
#pragma once

#include <algorithm>

namespace icsweep {

/// The work on a block of examples: floating-point operations of forward and backward, and the bytes that summing it
/// moves besides.
struct BlockWork {
  static constexpr int max_parts = 64;

  double flop, bytes_of_sum;

  /// The number of parts of a batch that keeps adding them below about 2 % of the work and gives threads enough to do.
  /// Assumes that a part's sums are read and written at 10 GB/s if they exceed a core's cache, at ten times that if
  /// not, at thirty times if they fit into its first caches, and that a block runs at 150 GFLOP/s.
  int parts(int blocks) const {
    const double rate = bytes_of_sum > 4e6 ? 1e10 : bytes_of_sum > 3e5 ? 1e11 : 3e11;
    const double adding = bytes_of_sum / rate, work = blocks * flop / 1.5e11;
    return std::clamp(int(0.02 * work / adding), std::min(blocks, 2), std::min(blocks, max_parts));
  }
};

}  // namespace icsweep
