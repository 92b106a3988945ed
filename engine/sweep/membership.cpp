#include "engine/sweep/membership.hpp"

#include <fmt/format.h>

#include "io/base/error.hpp"

namespace icsweep {
namespace {

using Tokens = std::vector<ExpressionToken>;
using Kind = ExpressionToken::Kind;

[[noreturn]] void refuse(const ExpressionToken& in) {
  throw Error(ErrorKind::config,
              fmt::format("\"in\" at character {} needs a value before it and a list behind it, as in depth in [1, 2]",
                          in.character));
}

/// The first token of what ends at `last`: a value, or a bracket with the name of its function.
std::size_t begin_of(const Tokens& tokens, std::size_t last, const ExpressionToken& in) {
  if (!is_sign(tokens, last, ")")) {
    if (tokens[last].kind == Kind::sign) refuse(in);
    return last;
  }
  std::size_t open = last;
  for (std::size_t depth = 1; depth > 0;) {
    if (open == 0) refuse(in);
    --open;
    depth += is_sign(tokens, open, ")");
    depth -= is_sign(tokens, open, "(");
  }
  return open > 0 && tokens[open - 1].kind == Kind::name ? open - 1 : open;
}

/// The bracket ] of a list that begins at `open`.
std::size_t close_of(const Tokens& tokens, std::size_t open, const ExpressionToken& in) {
  if (!is_sign(tokens, open, "[")) refuse(in);
  std::size_t at = open;
  do {
    ++at;
    if (is_sign(tokens, at, "-")) ++at;
    if (at >= tokens.size() || tokens[at].kind == Kind::sign) refuse(in);
    ++at;
  } while (is_sign(tokens, at, ","));
  if (!is_sign(tokens, at, "]")) refuse(in);
  return at;
}

/// Puts text of the original, and text that replaces a token of it, one after the other.
class Builder {
 public:
  explicit Builder(std::string_view original) : original_(original) {}

  /// The original up to a character, from 1.
  void copy_to(std::size_t character) {
    for (; next_ < character; ++next_) add(original_[next_ - 1]);
  }
  void skip_to(std::size_t character) { next_ = character; }
  void add(std::string_view text) {
    for (const char c : text) add(c);
  }
  ParserText take() {
    copy_to(original_.size() + 1);
    return std::move(built_);
  }

 private:
  void add(char c) {
    built_.text += c;
    built_.characters.push_back(next_);
  }

  std::string_view original_;
  std::size_t next_ = 1;
  ParserText built_;
};

}  // namespace

std::vector<Membership> memberships(const Tokens& tokens) {
  std::vector<Membership> all;
  for (std::size_t in = 0; in < tokens.size(); ++in) {
    if (!is_name(tokens, in, "in")) continue;
    const bool negated = in > 0 && is_name(tokens, in - 1, "not");
    if (in < (negated ? 2u : 1u)) refuse(tokens[in]);
    const std::size_t first = begin_of(tokens, in - (negated ? 2 : 1), tokens[in]);
    all.push_back({first, in, close_of(tokens, in + 1, tokens[in]), negated});
  }
  return all;
}

namespace {

/// Writes the comparisons of the tokens before `end`, from comparison `next` on.
void add_none_comparisons(Builder& builder, const Tokens& tokens, const std::vector<NoneComparison>& nones,
                          std::size_t& next, std::size_t end) {
  for (; next < nones.size() && nones[next].first < end; ++next) {
    const NoneComparison& none = nones[next];
    const ExpressionToken& last = tokens[none.first + 2];
    const std::size_t quotes = last.kind == Kind::text ? 2 : 0;
    builder.copy_to(tokens[none.first].character);
    builder.add(none.negated ? "!" : "");
    builder.add(none_function);
    builder.add(std::string("(").append(tokens[none.name].value).append(")"));
    builder.skip_to(last.character + last.value.size() + quotes);
  }
}

}  // namespace

ParserText parser_text(std::string_view text, const Tokens& tokens, const std::vector<Membership>& memberships,
                       const std::vector<NoneComparison>& nones) {
  Builder builder(text);
  std::size_t next = 0;
  for (const Membership& m : memberships) {
    add_none_comparisons(builder, tokens, nones, next, m.first);
    builder.copy_to(tokens[m.first].character);
    builder.add(m.negated ? "!" : "");
    builder.add(membership_function);
    builder.add("(");
    builder.copy_to(tokens[m.in - (m.negated ? 1 : 0)].character);
    builder.skip_to(tokens[m.in + 1].character + 1);
    builder.add(",");
    builder.copy_to(tokens[m.close].character);
    builder.skip_to(tokens[m.close].character + 1);
    builder.add(")");
  }
  add_none_comparisons(builder, tokens, nones, next, tokens.size());
  return builder.take();
}

}  // namespace icsweep
