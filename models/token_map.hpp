// Map from an example, a flat list of scalars, to the tokens of a model and the targets of its predictions.
#pragma once

#include <algorithm>
#include <vector>

namespace icsweep {

/// T tokens of `width` scalars. Scalars that the map does not write are 0.
struct TokenMap {
  /// tokens[to + i] = example[from + i], i < count.
  struct Run {
    int from, to, count;
  };

  int example = 0;                   ///< scalars of an example
  int tokens = 0, width = 0;         ///< T; scalars of a token, constants included
  int outputs = 0;                   ///< scalars that an output token predicts
  std::vector<Run> runs{};           ///< copied scalars
  std::vector<int> ones{};           ///< places in the tokens that hold the constant 1
  std::vector<int> output_tokens{};  ///< tokens whose prediction counts, ascending, counted from 0
  std::vector<int> targets{};        ///< start of each output token's target in the example

  int token_scalars() const { return tokens * width; }
  int target_scalars() const { return int(output_tokens.size()) * outputs; }
  /// True if the targets are one contiguous piece of the example.
  bool contiguous_targets() const {
    for (std::size_t i = 1; i < targets.size(); ++i)
      if (targets[i] != targets[i - 1] + outputs) return false;
    return !targets.empty();
  }

  void copy(int from, int token, int feature, int count) { runs.push_back({from, token * width + feature, count}); }
  void one(int token, int feature) { ones.push_back(token * width + feature); }
  void predict(int token, int target) { output_tokens.push_back(token), targets.push_back(target); }
};

/// Tokens of autoregressive sequences s_1 … s_{T+1} of dimension d [autoregressive-icl §3]. A token holds the last
/// `history` states, zero before the first: 1 makes plain tokens s_t, 2 augmented ones (s_t, s_{t−1}). A constant 1
/// ends each token, so its width is history·d + 1. Token t predicts s_{t+1}.
inline TokenMap sequence_tokens(int tokens, int dim, int history) {
  TokenMap map{.example = (tokens + 1) * dim, .tokens = tokens, .width = history * dim + 1, .outputs = dim};
  for (int t = 0; t < tokens; ++t) {
    for (int back = 0; back < std::min(history, t + 1); ++back) map.copy((t - back) * dim, t, back * dim, dim);
    map.one(t, history * dim);
    map.predict(t, (t + 1) * dim);
  }
  return map;
}

}  // namespace icsweep
