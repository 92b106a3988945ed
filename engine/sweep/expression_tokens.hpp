// The words of an expression, with their places: what muParser's own messages do not say.
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

/// Views of `text`, which must outlive them. What nothing else is counts as a sign of one character.
std::vector<ExpressionToken> expression_tokens(std::string_view text);

}  // namespace icsweep
