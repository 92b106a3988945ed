// Puts examples side by side in lanes, as the models read them.
#pragma once

#include <algorithm>

#include "models/aligned.hpp"
#include "models/batch_gradient.hpp"
#include "models/kernels/gather.hpp"

namespace icsweep {

/// Tokens and targets of up to N examples: T×width lanes, and output tokens × outputs lanes.
template <class Real, int N>
class TokenLanes {
 public:
  explicit TokenLanes(const TokenMap& map) { set_map(map); }

  /// Allocates nothing if the map has the previous map's sizes.
  void set_map(const TokenMap& map) {
    map_ = map;
    buffers_.resize(std::size_t(map.example) * N);
    example_.resize(buffers_.size());
    tokens_.assign(std::size_t(map.token_scalars()) * N, Real(0));
    for (const int at : map.ones) std::fill_n(tokens_.data() + at * N, N, Real(1));
    contiguous_ = map.contiguous_targets();
    if (!contiguous_) targets_.resize(std::size_t(map.target_scalars()) * N);
  }

  /// Loads the existing examples among first … first + N − 1. Lanes without an example repeat the last one and are not
  /// active.
  void load(Examples<Real>& examples, int reader, int first) {
    active_ = std::min(N, examples.count() - first);
    const Real* source[N];
    for (int n = 0; n < active_; ++n)
      source[n] = examples.read(first + n, reader, buffers_.data() + std::size_t(n) * map_.example);
    std::fill(source + active_, source + N, source[active_ - 1]);
    gather_lanes<Real, N>(map_.example, source, example_.data());
    for (const auto& run : map_.runs)
      std::copy_n(example_.data() + run.from * N, run.count * N, tokens_.data() + run.to * N);
    for (std::size_t i = 0; !contiguous_ && i < map_.targets.size(); ++i)
      std::copy_n(example_.data() + map_.targets[i] * N, map_.outputs * N, targets_.data() + i * map_.outputs * N);
  }
  /// Announces the examples that load() reads from `first` on.
  void prefetch(Examples<Real>& examples, int first) const {
    for (int i = first; i < std::min(first + N, examples.count()); ++i) examples.prefetch(i);
  }

  const TokenMap& map() const { return map_; }
  const Real* tokens() const { return tokens_.data(); }
  const Real* targets() const { return contiguous_ ? example_.data() + map_.targets[0] * N : targets_.data(); }
  int active() const { return active_; }

 private:
  TokenMap map_;
  bool contiguous_ = false;
  int active_ = 0;
  AlignedVector<Real> buffers_, example_, tokens_, targets_;  // buffers_: one example per lane
};

}  // namespace icsweep
