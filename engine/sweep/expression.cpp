#include "engine/sweep/expression.hpp"

#include <fmt/format.h>
#include <muParser.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string_view>

#include "engine/sweep/expression_tokens.hpp"
#include "engine/sweep/membership.hpp"
#include "engine/sweep/points.hpp"
#include "io/base/phrases.hpp"

namespace icsweep {
namespace {

using Tokens = std::vector<ExpressionToken>;
using Kind = ExpressionToken::Kind;

/// Number of a text: muParser has only numbers. Equal texts have equal numbers everywhere.
double number_of(std::string_view text) {
  return double(std::hash<std::string_view>{}(text) >> 11);
}

/// muParser's callback for a text in quotes.
int read_text(const char* at, int* position, double* value) {
  if (*at != '"' && *at != '\'') return 0;
  const std::string_view rest(at + 1);
  const auto end = rest.find(*at);
  if (end == rest.npos) return 0;
  *value = number_of(rest.substr(0, end));
  *position += int(end) + 2;
  return 1;
}

/// True if a parameter is null or absent: its number is NaN.
double is_none(double value) {
  return std::isnan(value);
}

double is_one_of(const double* values, int count) {
  return double(std::find(values + 1, values + count, values[0]) != values + count);
}

mu::Parser make_parser(const Schema& schema) {
  mu::Parser parser;
  parser.ClearConst();  // _e and _pi may be parameters
  if (!schema.find("true")) parser.DefineConst("true", 1);
  if (!schema.find("false")) parser.DefineConst("false", 0);
  parser.DefineFun(none_function, is_none);
  parser.AddValIdent(read_text);
  parser.DefineFun("floor", static_cast<double (*)(double)>(std::floor));
  parser.DefineFun("ceil", static_cast<double (*)(double)>(std::ceil));
  parser.DefineFun("round", static_cast<double (*)(double)>(std::round));
  parser.DefineFun("int", static_cast<double (*)(double)>(std::trunc));
  parser.DefineFun("pow", static_cast<double (*)(double, double)>(std::pow));
  parser.DefineFun(membership_function, is_one_of);
  parser.DefineOprt("%", static_cast<double (*)(double, double)>(std::fmod), mu::prMUL_DIV);
  parser.DefineInfixOprt("!", [](double x) { return double(x == 0); });
  return parser;
}

}  // namespace

std::string with_columns(std::string text) {
  const Tokens tokens = expression_tokens(text);
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i) {
    const std::size_t dot = tokens[i].character - 1 + tokens[i].value.size();
    if (tokens[i].kind == Kind::name && tokens[i + 1].value == "." && tokens[i + 2].kind == Kind::name &&
        tokens[i + 1].character == dot + 1 && tokens[i + 2].character == dot + 2)
      text[dot] = '_';
  }
  return text;
}

namespace {

/// True if two tokens and the sign between them compare a parameter that is no text with "none".
bool compares_with_none(const Schema& schema, const Tokens& tokens, std::size_t name, std::size_t none) {
  if (std::max(name, none) >= tokens.size() || tokens[name].kind != Kind::name) return false;
  const Parameter* parameter = schema.find(tokens[name].value);
  const std::size_t sign = (name + none) / 2;
  return parameter && (parameter->nullable || parameter->optional) && tokens[none].kind == Kind::text &&
         tokens[none].value == none_text && (is_sign(tokens, sign, "==") || is_sign(tokens, sign, "!="));
}

/// The first token of each comparison of a parameter with "none", and which is the name.
std::map<std::size_t, std::size_t> none_comparisons(const Schema& schema, const Tokens& tokens) {
  std::map<std::size_t, std::size_t> all;
  for (std::size_t i = 0; i + 2 < tokens.size(); ++i)
    if (compares_with_none(schema, tokens, i, i + 2)) all[i] = i;
    else if (compares_with_none(schema, tokens, i + 2, i)) all[i] = i + 2;
  return all;
}

ParserText parser_text(const Schema& schema, const std::string& text) {
  const Tokens tokens = expression_tokens(text);
  std::vector<NoneComparison> nones;
  for (const auto& [first, name] : none_comparisons(schema, tokens))
    nones.push_back({first, name, is_sign(tokens, first + 1, "!=")});
  return parser_text(text, tokens, memberships(tokens), nones);
}

/// Names in the expression, known or not.
std::vector<std::string> names_of(const Schema& schema, const ParserText& text) {
  mu::Parser parser = make_parser(schema);
  parser.SetExpr(text.text);
  std::vector<std::string> names;
  for (const auto& [name, variable] : parser.GetUsedVar()) names.push_back(name);
  return names;
}

Error mistake(const std::string& what) {
  return Error(ErrorKind::config, what);
}

Error syntax_error(const mu::ParserError& e, const ParserText& text) {
  constexpr std::string_view position = " at position ";
  std::string what = e.GetMsg();
  std::replace(what.begin(), what.end(), '\n', ' ');
  for (std::size_t at; (at = what.find(position)) != std::string::npos;)
    what.erase(at, what.find_first_not_of("0123456789", at + position.size()) - at);
  while (!what.empty() && (what.back() == '.' || what.back() == ' ')) what.pop_back();
  const auto at = std::size_t(std::max(0, int(e.GetPos())));
  const std::size_t end = text.characters.empty() ? 1 : text.characters.back() + 1;
  return mistake(fmt::format("{} (character {})", what, at < text.characters.size() ? text.characters[at] : end));
}

/// Refuses signs of other languages: a single = instead of ==, and the words and, or, not but before in.
void refuse_foreign_signs(const Tokens& tokens) {
  constexpr std::pair<std::string_view, const char*> words[] = {{"and", "&&"}, {"or", "||"}, {"not", "!"}};
  for (std::size_t i = 0; i < tokens.size(); ++i)
    for (const auto& [word, sign] : words)
      if (is_name(tokens, i, word) && !(i > 0 && is_name(tokens, i, "not") && is_name(tokens, i + 1, "in")))
        throw mistake(
            fmt::format("\"{}\" at character {} is no operator here, write {}", word, tokens[i].character, sign));
  for (std::size_t i = 0; i < tokens.size(); ++i)
    if (is_sign(tokens, i, "="))
      throw mistake(fmt::format("\"=\" at character {} assigns nothing here, compare with ==", tokens[i].character));
}

/// Refuses an unknown function, for which muParser would name the bracket.
void refuse_unknown_functions(const Schema& schema, const Tokens& tokens) {
  const mu::Parser parser = make_parser(schema);
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const std::string name(tokens[i].value);
    if (tokens[i].kind != Kind::name || !is_sign(tokens, i + 1, "(") || parser.GetFunDef().contains(name)) continue;
    std::vector<std::string> known;
    for (const auto& [function, definition] : parser.GetFunDef())
      if (function != membership_function && function != none_function) known.push_back(function);
    throw mistake(fmt::format("there is no function {} (character {}), use one of {}", name, tokens[i].character,
                              fmt::join(known, ", ")));
  }
}

/// Lists and tables are compared by their JSON.
bool is_compared_as_text(const Parameter& p) {
  return p.type() == ValueType::text || p.type() == ValueType::composite;
}

/// Texts that a text parameter can be compared with.
struct Texts {
  std::vector<std::string> known;
  bool any = false;  // some parameter takes any text

  explicit Texts(std::vector<const Schema*> schemas) {
    for (const Schema* schema : schemas)
      for (const auto& p : schema->parameters) {
        any |= is_compared_as_text(p) && p.choices.empty();
        known.insert(known.end(), p.choices.begin(), p.choices.end());
      }
  }
  bool has(std::string_view text) const { return any || is_choice(text); }
  bool is_choice(std::string_view text) const { return std::find(known.begin(), known.end(), text) != known.end(); }
};

void refuse_unknown(const Schema& schema, const std::string& text, const Tokens& tokens, const Texts& texts) {
  const auto unknown = Expression::unknown_names(schema, text);
  if (unknown.empty()) return;
  const auto token = std::find_if(tokens.begin(), tokens.end(),
                                  [&](const auto& t) { return t.kind == Kind::name && t.value == unknown[0]; });
  const std::size_t character = token == tokens.end() ? 1 : token->character;
  if (texts.is_choice(unknown[0]))
    throw mistake(
        fmt::format("{} (character {}) is a text, put it in quotes: '{}'", unknown[0], character, unknown[0]));
  throw mistake(fmt::format("task {} has no parameter \"{}\" (character {}){}", schema.task, unknown[0], character,
                            parameter_suggestion(unknown[0], {&schema})));
}

/// Allows a text only in comparisons with texts, by ==, != or in. It must be a possible value of a parameter: otherwise
/// it would never be equal.
void check_texts(const Schema& schema, const Tokens& tokens, const Texts& texts) {
  const auto is_text = [&](std::size_t at) {
    if (at >= tokens.size()) return false;
    if (tokens[at].kind == Kind::text) return true;
    const Parameter* p = tokens[at].kind == Kind::name ? schema.find(tokens[at].value) : nullptr;
    return p && is_compared_as_text(*p);
  };
  const auto compares = [&](std::size_t at) { return is_sign(tokens, at, "==") || is_sign(tokens, at, "!="); };
  std::vector<bool> is_member(tokens.size());  // of texts in which a text is looked for
  for (const auto& [first, name] : none_comparisons(schema, tokens)) is_member[first] = is_member[first + 2] = true;
  for (const Membership& m : memberships(tokens)) {
    bool all = m.has(m.first);
    for (std::size_t i = m.in + 2; i < m.close; ++i) all &= is_text(i) || is_sign(tokens, i, ",");
    for (std::size_t i = m.first; i < m.close; ++i) is_member[i] = all && is_text(m.first) && m.has(i);
  }
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool compared =
        is_member[i] ||
        (is_text(i) && ((compares(i + 1) && is_text(i + 2)) || (i > 1 && compares(i - 1) && is_text(i - 2))));
    if (is_text(i) && !compared)
      throw mistake(fmt::format("the text {} (character {}) can only be compared with a text, by ==, != or in",
                                tokens[i].value, tokens[i].character));
    if (tokens[i].kind == Kind::text && !(is_member[i] && tokens[i].value == none_text) && !texts.has(tokens[i].value))
      throw mistake(fmt::format("no parameter can be \"{}\" (character {}){}", tokens[i].value, tokens[i].character,
                                suggestion(std::string(tokens[i].value), texts.known)));
  }
}

bool has_missing(const Config& config, const std::vector<std::string>& names) {
  return std::ranges::any_of(names, [&](const std::string& name) { return is_missing(config.at(name)); });
}

}  // namespace

struct Expression::Impl {
  mu::Parser parser;
  std::map<std::string, double> variables;  // parameters that the expression uses
};

std::vector<std::string> Expression::unknown_names(const Schema& schema, const std::string& written) {
  const std::string text = with_columns(written);
  refuse_foreign_signs(expression_tokens(text));
  refuse_unknown_functions(schema, expression_tokens(text));
  std::vector<std::string> unknown;
  const ParserText parsed = parser_text(schema, text);
  try {
    for (const auto& name : names_of(schema, parsed))
      if (!schema.find(name)) unknown.push_back(name);
  } catch (const mu::ParserError& e) {
    throw syntax_error(e, parsed);
  }
  return unknown;
}

Expression::Expression(const Schema& schema, const std::string& written, const std::vector<const Schema*>& others)
    : impl_(std::make_unique<Impl>()) {
  const std::string text = with_columns(written);
  impl_->parser = make_parser(schema);
  std::vector<const Schema*> schemas = others;
  schemas.push_back(&schema);
  const Tokens tokens = expression_tokens(text);
  const Texts texts(schemas);
  refuse_unknown(schema, text, tokens, texts);
  const ParserText parsed = parser_text(schema, text);
  try {
    for (const auto& name : names_of(schema, parsed)) impl_->parser.DefineVar(name, &impl_->variables[name]);
    impl_->parser.SetExpr(parsed.text);
    for (auto& [name, value] : impl_->variables) value = 1;
    impl_->parser.Eval();
  } catch (const mu::ParserError& e) {
    throw syntax_error(e, parsed);
  }
  if (impl_->parser.GetNumResults() != 1) throw mistake("a comma separates several expressions, write one");
  check_texts(schema, tokens, texts);
}

Expression::~Expression() = default;
Expression::Expression(Expression&&) noexcept = default;

std::vector<std::string> Expression::names() const {
  std::vector<std::string> names;
  for (const auto& [name, variable] : impl_->variables) names.push_back(name);
  return names;
}

double Expression::value(const Config& config) {
  for (auto& [name, variable] : impl_->variables) {
    const Value& value = config.at(name);
    if (is_missing(value)) variable = std::nan("");
    else if (is_number(value) || type_of(value) == ValueType::boolean) variable = as_number(value);
    else variable = number_of(to_text(value));
  }
  double result = 0;
  try {
    result = impl_->parser.Eval();
  } catch (const mu::ParserError& e) {
    throw syntax_error(e, {});
  }
  if (std::isfinite(result)) return result;
  std::string at;
  for (const auto& [name, variable] : impl_->variables)
    at += fmt::format("{}{} = {}", at.empty() ? " at " : ", ", name, to_text(config.at(name)));
  throw mistake(fmt::format("is {}{}: {}", result, at,
                            has_missing(config, names())
                                ? "a parameter has no value there, compare it with 'none' first"
                                : "a division by zero, or out of a function's range"));
}

}  // namespace icsweep
