#include "models/cpu/token_lanes.hpp"

#include <gtest/gtest.h>

#include "tasks/regression/tokens.hpp"
#include "tasks/training/sequence_examples.hpp"
#include "tasks/universality/descent_token.hpp"
#include "tests/tasks/on_lanes.hpp"

namespace icsweep {
namespace {

constexpr int T = 6, d = 3, held = 5;

/// All maps of tasks: of plain and augmented tokens, of the universality paper's tokens, and of prompts.
std::vector<TokenMap> every_map() {
  std::vector<TokenMap> maps{sequence_tokens(T, d, 1), sequence_tokens(T, d, 2), descent_tokens(T, d)};
  for (const auto tokenization :
       {Tokenization::interleaved, Tokenization::aligned, Tokenization::lagged, Tokenization::shifted})
    for (const int points : {3, T + 1}) maps.push_back(prompt_tokens({tokenization, d, T}, points));
  return maps;
}

template <class Real>
std::vector<Real> numbered(int count) {
  std::vector<Real> values;
  for (int i = 0; i < count; ++i) values.push_back(Real(2 + i));  // no 0 and no 1
  return values;
}

template <class Real, int N>
void expect_lane(const TokenLanes<Real, N>& lanes, int lane, const std::vector<double>& example) {
  const TokenMap& map = lanes.map();
  const auto tokens = test::tokens_of(map, example);
  for (std::size_t i = 0; i < tokens.size(); ++i) ASSERT_EQ(lanes.tokens()[i * N + lane], tokens[i]) << i;
  for (std::size_t i = 0; i < map.targets.size(); ++i)
    for (int o = 0; o < map.outputs; ++o)
      ASSERT_EQ(lanes.targets()[(i * map.outputs + o) * N + lane], example[std::size_t(map.targets[i] + o)]);
}

template <class Real, int N>
void expect_examples(TokenLanes<Real, N>& lanes, const TokenMap& map, const std::vector<int>& indices) {
  const auto data = numbered<Real>(map.example * held);
  SequenceExamples<Real> examples(data, std::size_t(map.example), indices);
  lanes.set_map(map);
  lanes.load(examples, 0, 0);
  ASSERT_EQ(lanes.active(), std::min<int>(N, indices.size()));
  for (int n = 0; n < N; ++n) {
    const auto begin = data.begin() + indices[std::size_t(std::min(n, lanes.active() - 1))] * map.example;
    expect_lane(lanes, n, {begin, begin + map.example});
  }
}

/// Loading a block leaves nothing of the previous tokens.
template <class Real, int N>
void expect_every_map() {
  for (const TokenMap& before : every_map())
    for (const TokenMap& map : every_map()) {
      TokenLanes<Real, N> lanes(before);
      expect_examples(lanes, before, {1});
      expect_examples(lanes, map, {4, 0, 2});
    }
}

TEST(TokenLanes, EachLaneIsItsExampleAndLanesWithoutOneRepeatTheLast) {
  expect_every_map<float, 16>();
  expect_every_map<float, 8>();
  expect_every_map<double, 1>();
}

TEST(TokenMap, SequenceTokensHoldTheLastStatesAndAOne) {
  const std::vector<double> s{1, 2, 3, 4, 5, 6};  // s_1 … s_3 of two coordinates
  EXPECT_EQ(test::tokens_of(sequence_tokens(2, 2, 1), s), (std::vector<double>{1, 2, 1, 3, 4, 1}));
  EXPECT_EQ(test::tokens_of(sequence_tokens(2, 2, 2), s), (std::vector<double>{1, 2, 0, 0, 1, 3, 4, 1, 2, 1}));
  EXPECT_EQ(sequence_tokens(2, 2, 1).targets, (std::vector<int>{2, 4}));
}

}  // namespace
}  // namespace icsweep
