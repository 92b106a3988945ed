// Puts sequences side by side in lanes, as the models take them.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "models/aligned.hpp"
#include "models/kernels/gather.hpp"
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
      : tokens_(tokens), dim_(dim), x_(tokens * (2 * dim + 1) * N), states_((tokens + 1) * dim * N) {
    for (int t = 0; t < tokens; ++t) std::fill_n(x_.data() + (t * (2 * dim + 1) + 2 * dim) * N, N, Real(1));
  }

  /// Loads sequences[indices[0…]] (at most N); lanes without a sequence repeat the last one and are not `active`.
  void load(const std::vector<Real>& sequences, std::span<const int> indices) {
    active_ = int(indices.size());
    const std::size_t size = std::size_t(tokens_ + 1) * dim_;
    const Real* source[N];
    for (int n = 0; n < N; ++n) source[n] = sequences.data() + indices[std::min(n, active_ - 1)] * size;
    gather_lanes<Real, N>(int(size), source, states_.data());
    const int step = dim_ * N, stride = 2 * step + N;  // scalars of one state, of one token
    for (int t = 0; t < tokens_; ++t) {
      Real *x = x_.data() + t * stride, *state = states_.data() + t * step;
      std::copy_n(state, step, x);
      if (t > 0) std::copy_n(state - step, step, x + step);
    }
  }

  const Real* tokens() const { return x_.data(); }
  const Real* targets() const { return states_.data() + dim_ * N; }
  int active() const { return active_; }

 private:
  int tokens_, dim_, active_ = 0;
  AlignedVector<Real> x_, states_;  // states: s_1 … s_{T+1}, the targets all but the first
};

}  // namespace icsweep
