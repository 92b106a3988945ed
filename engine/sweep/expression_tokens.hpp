// Tokens of an expression with their places, which muParser does not always report.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace icsweep {

struct ExpressionToken {
  enum class Kind { name, text, number, sign } kind;
  std::string_view value;  ///< of a text, without its quotes
  std::size_t character;   ///< from 1
};

/// Splits `text`, which must outlive the tokens. Anything else is a sign: one character, or a pair such as == or &&.
std::vector<ExpressionToken> expression_tokens(std::string_view text);

/// True if there is a token at that place, and it is this sign or name.
bool is_sign(const std::vector<ExpressionToken>& tokens, std::size_t at, std::string_view sign);
bool is_name(const std::vector<ExpressionToken>& tokens, std::size_t at, std::string_view name);

}  // namespace icsweep
