// The tokens of the universality paper's Transformer [universality §3.1], in lanes.
#pragma once

#include "models/cpu/lane_batch.hpp"

namespace icsweep {

/// The places of the parts of a token e_t = (x_{t−1}, δ_{t=1}, x_t, 1, x_t·1_{t>1}, u_t); at first x_0 = 0 and u_t = 0.
struct DescentToken {
  int dim;

  int previous() const { return 0; }
  int first() const { return dim; }
  int current() const { return dim + 1; }
  int one() const { return 2 * dim + 1; }
  int value() const { return 2 * dim + 2; }
  int estimate() const { return 3 * dim + 2; }
  int width() const { return 4 * dim + 2; }
};

/// Tokens e_1 … e_T and targets x_2 … x_{T+1} of up to N sequences. After each token stands the constant 1 that the
/// Transformer expects: tokens are T×(4d+3) lanes, targets T×d.
template <class Real, int N>
class DescentBlock {
 public:
  DescentBlock(int tokens, int dim) : token_{dim}, states_(tokens, dim), x_(tokens * (token_.width() + 1) * N) {
    std::fill_n(at(0, token_.first()), N, Real(1));
    for (int t = 0; t < tokens; ++t)
      for (const int part : {token_.one(), token_.width()}) std::fill_n(at(t, part), N, Real(1));
  }

  /// As in StateLanes.
  void load(const std::vector<Real>& sequences, std::span<const int> indices) {
    states_.load(sequences, indices);
    const int size = token_.dim * N;
    for (int t = 0; t < states_.tokens(); ++t) {
      std::copy_n(states_.state(t), size, at(t, token_.current()));
      if (t == 0) continue;
      std::copy_n(states_.state(t - 1), size, at(t, token_.previous()));
      std::copy_n(states_.state(t), size, at(t, token_.value()));
    }
  }

  void prefetch(const std::vector<Real>& sequences, std::span<const int> indices) const {
    states_.prefetch(sequences, indices);
  }
  const Real* tokens() const { return x_.data(); }
  const Real* targets() const { return states_.state(1); }
  int active() const { return states_.active(); }

 private:
  Real* at(int t, int part) { return x_.data() + (t * (token_.width() + 1) + part) * N; }

  DescentToken token_;
  StateLanes<Real, N> states_;
  AlignedVector<Real> x_;
};

}  // namespace icsweep
