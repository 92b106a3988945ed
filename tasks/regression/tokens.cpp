#include "tasks/regression/tokens.hpp"

#include <fmt/format.h>

#include "io/error.hpp"
#include "models/kernels/api.hpp"

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

template <class Real, int N>
PromptBlock<Real, N>::PromptBlock(const TokenLayout& layout)
    : layout_(layout),
      count_(layout.tokens()),
      features_(layout.features()),
      tokens_(std::size_t(count_) * features_ * N),
      targets_(std::size_t(count_) * N) {}

template <class Real, int N>
void PromptBlock<Real, N>::clear(int lane) {
  for (std::size_t at = std::size_t(lane); at < tokens_.size(); at += N) tokens_[at] = 0;
  for (std::size_t at = std::size_t(lane); at < targets_.size(); at += N) targets_[at] = 0;
}

template <class Real, int N>
void PromptBlock<Real, N>::pad(int active) {
  for (int lane = active; lane < N; ++lane) clear(lane);
}

template <class Real, int N>
void PromptBlock<Real, N>::set_slot(int lane, int token, int slot, const Real* x, Real label) {
  Real* feature = tokens_.data() + (std::size_t(token) * features_ + slot * (layout_.dim + 1)) * N + lane;
  for (int i = 0; i < layout_.dim; ++i) feature[i * N] = x[i];
  feature[layout_.dim * N] = label;
}

template <class Real, int N>
void PromptBlock<Real, N>::set(int lane, const Real* x, const Real* y) {
  const int d = layout_.dim, examples = layout_.examples, p = layout_.patch;
  if (layout_.tokenization == Tokenization::aligned) return set_query(lane, x, y, examples);
  clear(lane);
  if (layout_.tokenization == Tokenization::interleaved) {
    for (int t = 0; t <= examples; ++t) {
      Real* token = tokens_.data() + std::size_t(2 * t) * d * N + lane;
      for (int i = 0; i < d; ++i) token[i * N] = x[t * d + i];
      if (t < examples) token[d * N] = y[t];
    }
  } else {
    for (int t = 0; t < examples; ++t) set_slot(lane, t / p, t % p, x + t * d, t > 0 ? y[t - 1] : Real(0));
    set_slot(lane, count_ - 1, p - 1, x + examples * d, y[examples - 1]);
  }
  for (int token = 0; token < count_; ++token)
    if (const int point = layout_.point_of(token); point >= 0) targets_[std::size_t(token) * N + lane] = y[point];
}

template <class Real, int N>
void PromptBlock<Real, N>::set_query(int lane, const Real* x, const Real* y, int query) {
  const int d = layout_.dim, p = layout_.patch;
  clear(lane);
  for (int t = 0; t < query; ++t) set_slot(lane, t / p, t % p, x + t * d, y[t]);
  set_slot(lane, query / p, 0, x + query * d, Real(0));
  targets_[std::size_t(query / p) * N + lane] = y[query];
}

#define ICSWEEP_PROMPT_BLOCK(Real, N) template class PromptBlock<Real, N>;
ICSWEEP_FOR_EACH_LANE(ICSWEEP_PROMPT_BLOCK)
#undef ICSWEEP_PROMPT_BLOCK

}  // namespace icsweep
