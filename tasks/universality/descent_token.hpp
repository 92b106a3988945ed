// Tokens of the universality paper's Transformer [universality §3.1].
#pragma once

#include "models/token_map.hpp"

namespace icsweep {

/// Starts of the parts of a token e_t = (x_{t−1}, δ_{t=1}, x_t, 1, x_t·1_{t>1}, u_t); x_0 = u_t = 0 at first.
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

/// Tokens e_1 … e_T of sequences x_1 … x_{T+1}. Token t predicts x_{t+1}. The Transformer needs a constant 1 at the end
/// of each token, so the width is 4d + 3.
inline TokenMap descent_tokens(int tokens, int dim) {
  const DescentToken e{dim};
  TokenMap map{.example = (tokens + 1) * dim, .tokens = tokens, .width = e.width() + 1, .outputs = dim};
  map.one(0, e.first());
  for (int t = 0; t < tokens; ++t) {
    for (const int part : {e.one(), e.width()}) map.one(t, part);
    map.copy(t * dim, t, e.current(), dim);
    map.predict(t, (t + 1) * dim);
    if (t == 0) continue;
    map.copy((t - 1) * dim, t, e.previous(), dim);
    map.copy(t * dim, t, e.value(), dim);
  }
  return map;
}

}  // namespace icsweep
