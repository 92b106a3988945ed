// `x in [a, b]` and `x not in [a, b]` in expressions: muParser has no such operator, so each becomes a function's call.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/sweep/expression_tokens.hpp"

namespace icsweep {

/// One `x in [a, b]`, by numbers of tokens.
struct Membership {
  std::size_t first, in, close;  ///< the first token of x, the word `in` and the bracket ]
  bool negated = false;          ///< `not` is before `in`

  /// The last token of x.
  std::size_t last() const { return in - (negated ? 2 : 1); }
  /// The token is x alone, or one of the list.
  bool has(std::size_t token) const { return (token == first && first == last()) || (token > in + 1 && token < close); }
};

/// All of them. Throws Error(config) for an `in` without something before it or a list of values behind it.
std::vector<Membership> memberships(const std::vector<ExpressionToken>& tokens);

/// An expression as muParser reads it.
struct ParserText {
  std::string text;
  std::vector<std::size_t> characters;  ///< by place in `text`, the character of the original, from 1
};

/// The function for `in`: true if its first argument equals another one.
inline constexpr char membership_function[] = "_in_";

/// A comparison of a parameter with "none", by numbers of tokens: three tokens from `first`, one of them the name.
struct NoneComparison {
  std::size_t first, name;
  bool negated;
};

/// The function that replaces it.
inline constexpr char none_function[] = "_none_";

ParserText parser_text(std::string_view text, const std::vector<ExpressionToken>& tokens,
                       const std::vector<Membership>& memberships, const std::vector<NoneComparison>& nones = {});

}  // namespace icsweep
