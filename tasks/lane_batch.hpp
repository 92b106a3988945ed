// Puts sequences side by side in lanes, as the models take them.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "models/aligned.hpp"
#include "tasks/autoregressive.hpp"

namespace icsweep {

/// Augmented tokens e_t = (0, s_t, s_{t−1}), s_0 = 0, and targets s_{t+1}, t = 1 … T, of up to N sequences
/// [autoregressive-icl §3]. The zero part is not stored; a constant 1 stands behind each token: tokens are T×(2d+1)
/// lanes, targets T×d lanes.
template <class Real, int N>
class AugmentedBlock {
 public:
  /// For sequences of T+1 positions and dimension d.
  AugmentedBlock(int tokens, int dim)
      : tokens_(tokens), dim_(dim), x_(tokens * (2 * dim + 1) * N), y_(tokens * dim * N) {}

  /// Loads sequences[indices[0…]] (at most N); lanes without a sequence repeat the last one and are not `active`.
  template <class Value>
  void load(const std::vector<Value>& sequences, std::span<const int> indices) {
    active_ = int(indices.size());
    const std::size_t size = std::size_t(tokens_ + 1) * dim_;
    const Value* source[N];
    for (int n = 0; n < N; ++n) source[n] = sequences.data() + indices[std::min(n, active_ - 1)] * size;
    const int step = dim_ * N;  // scalars of one position's lanes
    Real* first = x_.data();    // s_1 is the only state that is never a target
    for (int i = 0; i < dim_; ++i)
      for (int n = 0; n < N; ++n) first[i * N + n] = Real(source[n][i]);
    for (int i = 0; i < tokens_ * dim_; ++i)
      for (int n = 0; n < N; ++n) y_[i * N + n] = Real(source[n][i + dim_]);
    std::fill_n(first + step, step, Real(0));
    for (int t = 1; t < tokens_; ++t) {
      Real *x = first + t * (2 * dim_ + 1) * N, *before = first + (t - 1) * (2 * dim_ + 1) * N;
      std::copy_n(y_.data() + (t - 1) * step, step, x);
      std::copy_n(before, step, x + step);
    }
    for (int t = 0; t < tokens_; ++t) std::fill_n(first + (t * (2 * dim_ + 1) + 2 * dim_) * N, N, Real(1));
  }

  const Real* tokens() const { return x_.data(); }
  const Real* targets() const { return y_.data(); }
  int active() const { return active_; }

 private:
  int tokens_, dim_, active_ = 0;
  AlignedVector<Real> x_, y_;
};

}  // namespace icsweep
