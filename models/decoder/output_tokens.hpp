// Output tokens: the tokens whose predictions are used. Everything after the last layer's attention is computed for
// them alone.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

namespace icsweep {

/// At least one token, ascending, counted from 0.
using OutputTokens = std::span<const int>;

/// to[i] = from[output_tokens[i]], tokens of `size` scalars.
template <class Real>
void gather_tokens(OutputTokens output_tokens, std::size_t size, const Real* from, Real* to) {
  for (const int token : output_tokens) to = std::copy_n(from + token * size, size, to);
}

/// to[output_tokens[i]] = from[i], and zero in the other tokens; `from` may be `to`.
template <class Real>
void scatter_tokens(OutputTokens output_tokens, int tokens, std::size_t size, const Real* from, Real* to) {
  std::size_t left = output_tokens.size();
  for (int token = tokens - 1; token >= 0; --token) {
    Real* const at = to + token * size;
    if (left == 0 || output_tokens[left - 1] != token) std::fill_n(at, size, Real(0));
    else if (const Real* value = from + --left * size; value != at) std::copy_n(value, size, at);
  }
}

}  // namespace icsweep
