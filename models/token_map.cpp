#include "models/token_map.hpp"

#include <algorithm>

namespace icsweep {

bool TokenMap::contiguous_targets() const {
  for (std::size_t i = 1; i < targets.size(); ++i)
    if (targets[i] != targets[i - 1] + outputs) return false;
  return !targets.empty();
}

TokenMap sequence_tokens(int tokens, int dim, int history) {
  TokenMap map{.example = (tokens + 1) * dim, .tokens = tokens, .width = history * dim + 1, .outputs = dim};
  for (int t = 0; t < tokens; ++t) {
    for (int back = 0; back < std::min(history, t + 1); ++back) map.copy((t - back) * dim, t, back * dim, dim);
    map.one(t, history * dim);
    map.predict(t, (t + 1) * dim);
  }
  return map;
}

}  // namespace icsweep
