// Expressions in sweep files over a task's parameters, by muParser.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "io/schema/schema.hpp"

namespace icsweep {

/// muParser's arithmetic over parameters by name: + - * / % ^, comparisons, && || !, c ? a : b, x in [a, b], x not in
/// [a, b], min, max, abs, floor, ceil, round, int (towards 0), pow, sqrt, exp, ln, log2, log10 …. A text parameter can
/// only be compared, by ==, != or in, with another text parameter or a text in quotes.
///
/// Lists and tables are compared by their JSON, true and false are 1 and 0. x == "none" holds if x is null or
/// absent; any other comparison with such an x is false, but for !=, which is true.
class Expression {
 public:
  /// Throws Error(config) "what is wrong (character N), what to do" for an unknown parameter (with the nearest name),
  /// for bad syntax, and for a text that no parameter of the schema or of `others` can have.
  Expression(const Schema& schema, const std::string& text, const std::vector<const Schema*>& others = {});
  ~Expression();
  Expression(Expression&&) noexcept;

  /// Throws Error(config), with the values of the parameters, if the result is not a finite number.
  double value(const Config& config);
  bool holds(const Config& config) { return value(config) != 0; }
  /// Parameters that the expression uses.
  std::vector<std::string> names() const;

  /// Names in the expression that are no parameters of the schema. If there are any, the expression is not for this
  /// task.
  static std::vector<std::string> unknown_names(const Schema& schema, const std::string& text);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// The expression with model_lr in place of model.lr, outside of texts in quotes.
std::string with_columns(std::string text);

}  // namespace icsweep
