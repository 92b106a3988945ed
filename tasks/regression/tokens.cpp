#include "tasks/regression/tokens.hpp"

#include <fmt/format.h>

#include "io/base/error.hpp"

namespace icsweep {

Tokenization tokenization_of(const std::string& name) {
  if (name == "interleaved") return Tokenization::interleaved;
  if (name == "aligned") return Tokenization::aligned;
  if (name == "lagged") return Tokenization::lagged;
  if (name == "sca") return Tokenization::shifted;
  throw Error(ErrorKind::config, "tokenization = \"" + name + "\": use interleaved, aligned, lagged or sca");
}

int TokenLayout::tokens() const {
  return tokenization == Tokenization::interleaved ? 2 * examples + 1 : examples / patch + 1;
}

int TokenLayout::features() const {
  return tokenization == Tokenization::interleaved ? dim : patch * (dim + 1);
}

int TokenLayout::point_of(int token) const {
  if (tokenization == Tokenization::interleaved) return token % 2 == 0 ? token / 2 : -1;
  if (token == tokens() - 1) return examples;
  return tokenization == Tokenization::aligned ? -1 : (token + 1) * patch - 1;
}

int TokenLayout::output_tokens() const {
  if (tokenization == Tokenization::interleaved) return examples + 1;
  return tokenization == Tokenization::aligned ? 1 : tokens();
}

bool TokenLayout::predicts(int point) const {
  if (tokenization == Tokenization::interleaved) return true;
  if (tokenization == Tokenization::aligned) return point % patch == 0;
  return point == examples || (point + 1) % patch == 0;
}

void validate_layout(const TokenLayout& layout) {
  const auto refuse = [&](const std::string& what) {
    throw Error(ErrorKind::config, fmt::format("patch = {}: {}", layout.patch, what));
  };
  if (layout.patch < 1) refuse("a token holds at least one example, use 1 or more");
  if (layout.tokenization == Tokenization::interleaved && layout.patch > 1)
    refuse("an interleaved token holds one point or one label, use 1 or another tokenization");
  if (layout.patch > layout.examples)
    refuse(fmt::format("more than examples = {}, use at most that many", layout.examples));
  if (layout.examples % layout.patch != 0)
    refuse(fmt::format("does not divide examples = {}, use one of its divisors", layout.examples));
}

namespace {

/// Puts points and labels of a prompt into slots.
struct SlotWriter {
  TokenMap& map;
  const TokenLayout& layout;

  int label(int point) const { return (layout.examples + 1) * layout.dim + point; }  // its place in the example
  void point(int t, int token, int slot) const { map.copy(t * layout.dim, token, slot * (layout.dim + 1), layout.dim); }
  void label(int t, int token, int slot) const { map.copy(label(t), token, slot * (layout.dim + 1) + layout.dim, 1); }
};

void write_interleaved(const SlotWriter& slots) {
  for (int t = 0; t <= slots.layout.examples; ++t) {
    slots.point(t, 2 * t, 0);
    if (t < slots.layout.examples) slots.map.copy(slots.label(t), 2 * t + 1, 0, 1);
  }
}

void write_aligned(const SlotWriter& slots, int query) {
  const int p = slots.layout.patch;
  for (int t = 0; t < query; ++t) slots.point(t, t / p, t % p), slots.label(t, t / p, t % p);
  slots.point(query, query / p, 0);
  slots.map.predict(query / p, slots.label(query));
}

void write_lagged(const SlotWriter& slots) {
  const int p = slots.layout.patch, examples = slots.layout.examples;
  for (int t = 0; t <= examples; ++t) {
    const int token = t < examples ? t / p : slots.layout.tokens() - 1, slot = t < examples ? t % p : p - 1;
    slots.point(t, token, slot);
    if (t > 0) slots.label(t - 1, token, slot);
  }
}

}  // namespace

TokenMap prompt_tokens(const TokenLayout& layout, int points) {
  TokenMap map{.example = (layout.examples + 1) * (layout.dim + 1),
               .tokens = layout.tokens(),
               .width = layout.features(),
               .outputs = 1};
  const SlotWriter slots{map, layout};
  if (layout.tokenization == Tokenization::aligned) {
    write_aligned(slots, points - 1);
    return map;
  }
  if (layout.tokenization == Tokenization::interleaved) write_interleaved(slots);
  else write_lagged(slots);
  for (int token = 0; token < layout.tokens(); ++token)
    if (const int point = layout.point_of(token); point >= 0 && point < points) map.predict(token, slots.label(point));
  return map;
}

}  // namespace icsweep
