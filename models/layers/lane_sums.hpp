// Sums over the sequences of a block: in lanes while the block is computed, then as plain numbers.
#pragma once

#include <algorithm>
#include <utility>

#include "models/aligned.hpp"
#include "models/kernels/linear.hpp"

namespace icsweep {

/// `count` sums. Backward passes add to lanes(), count×N scalars. fold() turns them into plain sums, which are N times
/// smaller.
template <class Real, int N>
class LaneSums {
 public:
  explicit LaneSums(std::size_t count = 0) : lanes_(count * N), sums_(count) {}

  Real* lanes() {
    folded_ = false;
    return lanes_.data();
  }
  /// Returns the sums of everything added since the last fold. The caller may exchange them for others.
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
