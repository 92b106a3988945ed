#include "engine/sweep/text_formula.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/sweep/expression_tokens.hpp"
#include "io/base/decimal.hpp"

namespace icsweep {
namespace {

using Tokens = std::vector<ExpressionToken>;

/// The tokens between signs + that are in no bracket.
std::vector<Tokens> parts_of(const Tokens& tokens) {
  std::vector<Tokens> parts(1);
  int depth = 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    depth += is_sign(tokens, i, "(") - is_sign(tokens, i, ")");
    if (depth == 0 && is_sign(tokens, i, "+")) parts.emplace_back();
    else parts.back().push_back(tokens[i]);
  }
  return parts;
}

/// The original's text from the first to the last token, at its place, so that messages name its characters.
std::string text_of(const Tokens& part, const std::string& text) {
  const ExpressionToken& last = part.back();
  const std::size_t quotes = last.kind == ExpressionToken::Kind::text ? 2 : 0;
  const std::size_t from = part.front().character - 1;
  return std::string(from, ' ') + text.substr(from, last.character - 1 + last.value.size() + quotes - from);
}

std::string number_text(double value) {
  return std::abs(value) < 9e15 && std::round(value) == value ? to_text(std::int64_t(value)) : to_text(decimal(value));
}

}  // namespace

TextFormula::TextFormula(const Schema& schema, const std::string& written) {
  const std::string text = with_columns(written);
  const Tokens tokens = expression_tokens(text);
  for (const Tokens& part : parts_of(tokens)) {
    if (part.empty())
      throw Error(ErrorKind::config, fmt::format("\"{}\" has nothing on one side of a +, remove the +", text));
    const Parameter* parameter =
        part.size() == 1 && part[0].kind == ExpressionToken::Kind::name ? schema.find(part[0].value) : nullptr;
    if (part.size() == 1 && part[0].kind == ExpressionToken::Kind::text)
      parts_.emplace_back(Literal{std::string(part[0].value)});
    else if (parameter && !is_number(parameter->default_value)) parts_.emplace_back(Named{parameter->name});
    else parts_.emplace_back(Expression(schema, text_of(part, text)));
  }
}

bool TextFormula::joins_texts(const std::string& text, const std::function<bool(const std::string&)>& is_text) {
  const Tokens tokens = expression_tokens(text);
  const auto parts = parts_of(tokens);
  return std::ranges::any_of(parts, [&](const Tokens& part) {
    if (part.size() != 1) return false;
    return part[0].kind == ExpressionToken::Kind::text ||
           (part[0].kind == ExpressionToken::Kind::name && is_text(std::string(part[0].value)));
  });
}

std::string TextFormula::value(const Config& config) {
  std::string all;
  for (auto& part : parts_) {
    if (const auto* literal = std::get_if<Literal>(&part)) all += literal->text;
    else if (const auto* named = std::get_if<Named>(&part)) all += to_text(config.at(named->parameter));
    else all += number_text(std::get<Expression>(part).value(config));
  }
  return all;
}

std::vector<std::string> TextFormula::names() const {
  std::vector<std::string> all;
  for (const auto& part : parts_) {
    if (const auto* named = std::get_if<Named>(&part)) all.push_back(named->parameter);
    if (const auto* expression = std::get_if<Expression>(&part))
      for (auto& name : expression->names()) all.push_back(std::move(name));
  }
  return all;
}

}  // namespace icsweep
