// Map from a prompt (x_1, y_1, …, x_H, y_H, x_{H+1}) to the tokens of a sequence model [covariates-icl §3.2]. y_{H+1}
// is the label of the query x_{H+1} and is in no token.
#pragma once

#include <string>

#include "models/token_map.hpp"

namespace icsweep {

/// Tokens for patch size p, made of slots (x, y) of d + 1 features, p slots per token:
enum class Tokenization {
  interleaved,  ///< x_1, (y_1, 0 …), x_2, …, x_{H+1}; no slots but d features; p = 1
  aligned,      ///< slots (x_t, y_t); the query is (x_{H+1}, 0) in the first slot of its own token
  lagged,       ///< slots (x_t, y_{t−1}), y_0 = 0; the query is (x_{H+1}, y_H) in the last slot of its own token
  shifted       ///< the tokens of lagged; the model shifts its attention (the paper's SCA)
};
/// interleaved, aligned, lagged or sca. Throws Error(config) for another name.
Tokenization tokenization_of(const std::string& name);

/// Sizes of a tokenised prompt, and the points that its tokens predict.
struct TokenLayout {
  Tokenization tokenization;
  int dim, examples;  ///< d, H
  int patch = 1;      ///< p

  int tokens() const;    ///< T: 2H + 1 interleaved, H/p + 1 otherwise
  int features() const;  ///< of a token: d interleaved, p(d + 1) otherwise

  /// Point, counted from 0 (H: the query), whose label `token`, counted from 0, predicts; −1: none. Interleaved: x_t
  /// predicts y_t. Aligned: a token holds the labels of its own points, so only the query's token predicts. Lagged,
  /// shifted: a token predicts the label of its last slot, the only one that it does not hold.
  int point_of(int token) const;

  /// Number of tokens that predict.
  int output_tokens() const;

  /// True if the label of that point can be predicted: with aligned tokens, by a prompt cut there (see
  /// prompt_tokens()).
  bool predicts(int point) const;
};

/// Throws Error(config) that names the parameter: fewer examples than the patch, a patch that does not divide them,
/// patches of interleaved tokens.
void validate_layout(const TokenLayout& layout);

/// Tokens of a prompt for a valid layout. An example is x_1 … x_{H+1} (each d), then y_1 … y_{H+1}. Output tokens are
/// those that predict a point before `points`: all of them for points = H + 1. Aligned: the prompt is cut so that point
/// number `points` is its query; points − 1 is a multiple of p. The examples before the query fill tokens 0 …
/// (points−1)/p − 1. The next token is (x_query, 0, …) and predicts y_query; later tokens are zero.
TokenMap prompt_tokens(const TokenLayout& layout, int points);

}  // namespace icsweep
