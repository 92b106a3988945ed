// Expressions of sweep files over a task's parameters, through muParser.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/schema.hpp"

namespace icsweep {

/// muParser's arithmetic: + - * / % ^, comparisons, && || !, c ? a : b, min, max, abs, floor, ceil, rint, sqrt, exp,
/// ln, log2, log10 … of the parameters by name; a text parameter is compared (== or !=) with another or with a text in
/// quotes, and nothing else.
class Expression {
 public:
  /// Throws Error(config) "what is wrong (character N), what to do": no such parameter (with the nearest name), bad
  /// syntax, a text that no parameter of the schema, nor of `others`, can have.
  Expression(const Schema& schema, const std::string& text, const std::vector<const Schema*>& others = {});
  ~Expression();
  Expression(Expression&&) noexcept;

  /// Throws Error(config) if it is not a finite number there, with the parameters' values.
  double value(const Config& config);
  bool holds(const Config& config) { return value(config) != 0; }
  /// The parameters it is made of.
  std::vector<std::string> names() const;

  /// Names in the expression that are not parameters of the schema: it is not for this task.
  static std::vector<std::string> unknown_names(const Schema& schema, const std::string& text);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace icsweep
