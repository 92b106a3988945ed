#include "engine/expression.hpp"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <regex>
#include <string_view>

#include "io/nearest.hpp"

namespace icsweep {
namespace {

/// muParser knows numbers alone: a text is a number of its own, the same wherever it stands.
double number_of(std::string_view text) {
  return double(std::hash<std::string_view>{}(text) >> 11);
}

/// The texts in quotes of the expression that is being read: muParser's callbacks carry no state.
thread_local std::vector<std::string>* texts_read = nullptr;

/// Reads 'text' or "text".
int read_text(const char* at, int* position, double* value) {
  const char quote = *at;
  if (quote != '"' && quote != '\'') return 0;
  const std::string_view rest(at + 1);
  const auto end = rest.find(quote);
  if (end == rest.npos) return 0;
  const std::string_view text = rest.substr(0, end);
  if (texts_read) texts_read->emplace_back(text);
  *value = number_of(text);
  *position += int(end) + 2;
  return 1;
}

/// An expression that assigns is a comparison with a sign missing.
void refuse_assignment(const std::string& text) {
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (quote) quote = text[i] == quote ? 0 : quote;
    else if (text[i] == '"' || text[i] == '\'') quote = text[i];
    else if (text[i] == '=' && text.substr(i, 2) == "==") ++i;
    else if (text[i] == '=' && (i == 0 || std::string_view("<>!").find(text[i - 1]) == std::string_view::npos))
      throw Error(ErrorKind::config, fmt::format("\"=\" at character {} assigns nothing here, compare with ==", i + 1));
  }
}

mu::Parser make_parser() {
  mu::Parser parser;
  parser.AddValIdent(read_text);
  parser.DefineFun("floor", static_cast<double (*)(double)>(std::floor));
  parser.DefineFun("ceil", static_cast<double (*)(double)>(std::ceil));
  parser.DefineOprt("%", static_cast<double (*)(double, double)>(std::fmod), mu::prMUL_DIV);
  parser.DefineInfixOprt("!", [](double x) { return double(x == 0); });
  return parser;
}

/// The names the expression uses; muParser asks no questions about those it does not know.
std::vector<std::string> names_of(const std::string& text) {
  mu::Parser parser = make_parser();
  parser.SetExpr(text);
  std::vector<std::string> names;
  for (const auto& [name, variable] : parser.GetUsedVar()) names.push_back(name);
  return names;
}

Error syntax_error(const mu::ParserError& e) {
  std::string what = e.GetMsg();
  std::replace(what.begin(), what.end(), '\n', ' ');
  what = std::regex_replace(what, std::regex(" at position \\d+"), "");
  while (!what.empty() && (what.back() == '.' || what.back() == ' ')) what.pop_back();
  return Error(ErrorKind::config, fmt::format("{} (character {})", what, e.GetPos() + 1));
}

std::vector<std::string> parameter_names(const Schema& schema) {
  std::vector<std::string> names;
  for (const auto& p : schema.parameters) names.push_back(p.name);
  return names;
}

/// Every text is one that some text parameter can have: another would never be equal.
void check_texts(const Schema& schema, const std::vector<std::string>& texts) {
  std::vector<std::string> known;
  bool any = false;
  for (const auto& p : schema.parameters) {
    any |= p.type() == Type::text && p.choices.empty();
    known.insert(known.end(), p.choices.begin(), p.choices.end());
  }
  for (const auto& text : texts)
    if (!any && std::find(known.begin(), known.end(), text) == known.end())
      throw Error(ErrorKind::config,
                  fmt::format("no parameter can be \"{}\", did you mean \"{}\"?", text, nearest(text, known)));
}

}  // namespace

struct Expression::Impl {
  mu::Parser parser = make_parser();
  std::map<std::string, double> variables;  // of the parameters that the expression uses
};

std::vector<std::string> Expression::unknown_names(const Schema& schema, const std::string& text) {
  std::vector<std::string> unknown;
  try {
    for (const auto& name : names_of(text))
      if (!schema.find(name)) unknown.push_back(name);
  } catch (const mu::ParserError& e) {
    throw syntax_error(e);
  }
  return unknown;
}

Expression::Expression(const Schema& schema, const std::string& text) : impl_(std::make_unique<Impl>()) {
  refuse_assignment(text);
  const auto unknown = unknown_names(schema, text);
  if (!unknown.empty())
    throw Error(ErrorKind::config,
                fmt::format("task {} has no parameter \"{}\" (character {}), did you mean {}?", schema.task, unknown[0],
                            text.find(unknown[0]) + 1, nearest(unknown[0], parameter_names(schema))));
  std::vector<std::string> texts;
  texts_read = &texts;
  try {
    for (const auto& name : names_of(text)) impl_->parser.DefineVar(name, &impl_->variables[name]);
    texts.clear();
    impl_->parser.SetExpr(text);
    for (auto& [name, value] : impl_->variables) value = 1;
    impl_->parser.Eval();
    texts_read = nullptr;
  } catch (const mu::ParserError& e) {
    texts_read = nullptr;
    throw syntax_error(e);
  }
  if (impl_->parser.GetNumResults() != 1) throw Error(ErrorKind::config, "a comma makes several expressions of it");
  check_texts(schema, texts);
}

Expression::~Expression() = default;
Expression::Expression(Expression&&) noexcept = default;

double Expression::value(const Config& config) {
  for (auto& [name, variable] : impl_->variables) {
    const Value& value = config.at(name);
    if (const auto* integer = std::get_if<std::int64_t>(&value)) variable = double(*integer);
    else if (const auto* real = std::get_if<double>(&value)) variable = *real;
    else variable = number_of(std::get<std::string>(value));
  }
  double result = 0;
  try {
    result = impl_->parser.Eval();
  } catch (const mu::ParserError& e) {
    throw syntax_error(e);
  }
  if (!std::isfinite(result)) {
    std::vector<std::string> at;
    for (const auto& [name, variable] : impl_->variables)
      at.push_back(fmt::format("{} = {}", name, to_text(config.at(name))));
    throw Error(ErrorKind::config, fmt::format("is {} at {}: a division by zero, or out of a function's range", result,
                                               fmt::join(at, ", ")));
  }
  return result;
}

}  // namespace icsweep
