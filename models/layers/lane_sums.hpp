// Sums over the sequences of blocks: in lanes while a block is worked on, as plain numbers between blocks.
#pragma once

#include <algorithm>
#include <span>

#include "models/aligned.hpp"
#include "models/kernels/linear.hpp"

namespace icsweep {

/// `count` sums. A backward pass adds to their lanes, count×N; fold() gathers what came since the last fold. Plain sums
/// are N times smaller, so that adding those of many blocks costs little.
template <class Real, int N>
class LaneSums {
 public:
  explicit LaneSums(std::size_t count = 0) : lanes_(count * N), sums_(count) {}

  Real* lanes() { return lanes_.data(); }
  /// Adds each sum's lanes to it, and sets them to zero. Valid until the next call.
  std::span<Real> fold() {
    sum_lanes<Real, N>(int(sums_.size()), lanes_.data(), sums_.data());
    return sums_;
  }
  /// Writes all sums, and sets them to zero.
  void take(Real* to) {
    std::ranges::copy(fold(), to);
    std::ranges::fill(sums_, Real(0));
  }

 private:
  AlignedVector<Real> lanes_, sums_;
};

}  // namespace icsweep
