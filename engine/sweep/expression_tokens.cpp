#include "engine/sweep/expression_tokens.hpp"

#include <algorithm>
#include <cctype>

namespace icsweep {
namespace {

bool begins_name(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
}

bool is_digit(char c) {
  return std::isdigit(static_cast<unsigned char>(c));
}

/// The end of a number such as 3, .5 or 1e-3.
std::size_t number_end(std::string_view text, std::size_t at) {
  while (at < text.size() && (is_digit(text[at]) || text[at] == '.')) ++at;
  if (at + 1 < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    const std::size_t sign = text[at + 1] == '-' || text[at + 1] == '+';
    if (at + 1 + sign < text.size() && is_digit(text[at + 1 + sign]))
      for (at += 1 + sign; at < text.size() && is_digit(text[at]);) ++at;
  }
  return at;
}

}  // namespace

std::vector<ExpressionToken> expression_tokens(std::string_view text) {
  using Kind = ExpressionToken::Kind;
  static constexpr std::string_view pairs[] = {"==", "!=", "<=", ">=", "&&", "||"};
  std::vector<ExpressionToken> tokens;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    std::size_t end = at + 1;
    if (std::isspace(static_cast<unsigned char>(c))) {
    } else if (c == '"' || c == '\'') {
      end = std::min(text.find(c, at + 1), text.size());
      tokens.push_back({Kind::text, text.substr(at + 1, end - at - 1), at + 1});
      end = std::min(end + 1, text.size());
    } else if (begins_name(c)) {
      while (end < text.size() && (begins_name(text[end]) || is_digit(text[end]))) ++end;
      tokens.push_back({Kind::name, text.substr(at, end - at), at + 1});
    } else if (is_digit(c) || c == '.') {
      end = std::max(end, number_end(text, at));
      tokens.push_back({Kind::number, text.substr(at, end - at), at + 1});
    } else {
      if (std::count(std::begin(pairs), std::end(pairs), text.substr(at, 2))) ++end;
      tokens.push_back({Kind::sign, text.substr(at, end - at), at + 1});
    }
    at = end;
  }
  return tokens;
}

bool is_sign(const std::vector<ExpressionToken>& tokens, std::size_t at, std::string_view sign) {
  return at < tokens.size() && tokens[at].kind == ExpressionToken::Kind::sign && tokens[at].value == sign;
}

bool is_name(const std::vector<ExpressionToken>& tokens, std::size_t at, std::string_view name) {
  return at < tokens.size() && tokens[at].kind == ExpressionToken::Kind::name && tokens[at].value == name;
}

}  // namespace icsweep
