// Private to the kernel library: the gradient of a bias.
#pragma once

#include <algorithm>

#include "models/kernels/linear.hpp"

namespace icsweep::detail {

/// db[o] += Σ_t Σ_n dy[t][o][n]; lanes: outputs lanes of working memory.
template <class Real, int N>
void add_bias_gradient(const LinearShape& s, const Real* dy, Real* lanes, Real* dbias) {
  const int count = s.outputs * N;
  std::copy_n(dy, count, lanes);
  for (int t = 1; t < s.tokens; ++t)
    for (int i = 0; i < count; ++i) lanes[i] += dy[t * count + i];
  for (int o = 0; o < s.outputs; ++o)
    for (int n = 0; n < N; ++n) dbias[o] += lanes[o * N + n];
}

}  // namespace icsweep::detail
