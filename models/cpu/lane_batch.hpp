// Puts sequences side by side in lanes, the form that models take.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "models/aligned.hpp"
#include "models/kernels/gather.hpp"

namespace icsweep {

/// The states s_1 … s_{T+1} of up to N sequences side by side: (T+1)×d lanes. The targets are all but the first.
template <class Real, int N>
class StateLanes {
 public:
  StateLanes(int tokens, int dim) : tokens_(tokens), dim_(dim), states_((tokens + 1) * dim * N) {}

  /// Loads sequences[indices[0…]] (at most N); lanes without a sequence repeat the last one and are not `active`.
  void load(const std::vector<Real>& sequences, std::span<const int> indices) {
    active_ = int(indices.size());
    const std::size_t size = std::size_t(tokens_ + 1) * dim_;
    const Real* source[N];
    for (int n = 0; n < N; ++n) source[n] = sequences.data() + indices[std::min(n, active_ - 1)] * size;
    gather_lanes<Real, N>(int(size), source, states_.data());
  }
  /// Prefetches the memory that load() will read, while the processor does something else.
  void prefetch(const std::vector<Real>& sequences, std::span<const int> indices) const {
    constexpr std::size_t line = 64 / sizeof(Real);
    const std::size_t size = std::size_t(tokens_ + 1) * dim_;
    for (const int index : indices)
      for (std::size_t at = 0; at < size; at += line) __builtin_prefetch(sequences.data() + index * size + at, 0, 2);
  }
  /// s_{t+1}, counted from t = 0.
  const Real* state(int t) const { return states_.data() + t * dim_ * N; }
  int tokens() const { return tokens_; }
  int dim() const { return dim_; }
  int active() const { return active_; }

 private:
  int tokens_, dim_, active_ = 0;
  AlignedVector<Real> states_;
};

/// Tokens and targets of up to N sequences [autoregressive-icl §3]. A token holds the last `history` states, zero
/// before the first: 1 makes plain tokens s_t, 2 augmented ones (s_t, s_{t−1}), whose zero part is not stored. A
/// constant 1 follows each token: tokens are T×(history·d + 1) lanes; targets s_{t+1}, t = 1 … T, are T×d lanes.
template <class Real, int N>
class SequenceBlock {
 public:
  /// For sequences of T+1 positions and dimension d.
  SequenceBlock(int tokens, int dim, int history)
      : states_(tokens, dim), history_(history), x_(tokens * (history * dim + 1) * N) {
    for (int t = 0; t < tokens; ++t) std::fill_n(x_.data() + ((t + 1) * (history * dim + 1) - 1) * N, N, Real(1));
  }

  /// As in StateLanes.
  void load(const std::vector<Real>& sequences, std::span<const int> indices) {
    states_.load(sequences, indices);
    const int step = states_.dim() * N, stride = history_ * step + N;  // scalars of one state, of one token
    for (int t = 0; t < states_.tokens(); ++t)
      for (int back = 0; back < std::min(history_, t + 1); ++back)
        std::copy_n(states_.state(t - back), step, x_.data() + t * stride + back * step);
  }

  void prefetch(const std::vector<Real>& sequences, std::span<const int> indices) const {
    states_.prefetch(sequences, indices);
  }
  const Real* tokens() const { return x_.data(); }
  const Real* targets() const { return states_.state(1); }
  int active() const { return states_.active(); }

 private:
  StateLanes<Real, N> states_;
  int history_;
  AlignedVector<Real> x_;
};

}  // namespace icsweep
