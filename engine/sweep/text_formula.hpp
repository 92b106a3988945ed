// Formulas of derived texts: 'run-' + optimizer + '-' + 2 * width.
#pragma once

#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "engine/sweep/expression.hpp"

namespace icsweep {

/// Parts with + between them, outside of brackets: texts in quotes, text parameters, and arithmetic, whose number is
/// written as in a sweep file.
class TextFormula {
 public:
  /// Throws Error(config) as Expression does, and for a part that is empty.
  TextFormula(const Schema& schema, const std::string& text);

  /// True if the formula's value is a text: one of its parts is in quotes, or a parameter for which `is_text` holds.
  static bool joins_texts(const std::string& text, const std::function<bool(const std::string&)>& is_text);

  std::string value(const Config& config);
  /// The parameters that the formula uses.
  std::vector<std::string> names() const;

 private:
  struct Literal {
    std::string text;
  };
  struct Named {
    std::string parameter;
  };
  std::vector<std::variant<Literal, Named, Expression>> parts_;
};

}  // namespace icsweep
