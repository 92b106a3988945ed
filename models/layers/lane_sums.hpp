// Sums over the sequences of a block: in lanes while it is worked on, then as plain numbers.
#pragma once

#include <algorithm>
#include <utility>

#include "models/aligned.hpp"
#include "models/kernels/linear.hpp"

namespace icsweep {

/// `count` sums. Backward passes add to their lanes, count×N, until fold() makes plain sums of them, which are N times
/// smaller.
template <class Real, int N>
class LaneSums {
 public:
  explicit LaneSums(std::size_t count = 0) : lanes_(count * N), sums_(count) {}

  Real* lanes() {
    folded_ = false;
    return lanes_.data();
  }
  /// The sums of what came since the last fold, if anything did. The caller may exchange them for others.
  AlignedVector<Real>& fold() {
    if (!std::exchange(folded_, true)) sum_lanes<Real, N>(int(sums_.size()), lanes_.data(), sums_.data());
    return sums_;
  }
  void write(Real* to) { std::ranges::copy(fold(), to); }

 private:
  AlignedVector<Real> lanes_, sums_;
  bool folded_ = true;
};

}  // namespace icsweep
