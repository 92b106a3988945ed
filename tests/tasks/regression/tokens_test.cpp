#include "tasks/regression/tokens.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "io/base/error.hpp"
#include "tests/tasks/on_lanes.hpp"

namespace icsweep {
namespace {

using enum Tokenization;
constexpr Tokenization all[] = {interleaved, aligned, lagged, shifted};

/// Point t has coordinates 10t + 1, 10t + 2, …, and label −t, t = 1 … H + 1.
struct Points {
  Points(int dim, int examples) : x(std::size_t(examples + 1) * dim), y(std::size_t(examples + 1)) {
    for (int t = 0; t <= examples; ++t) {
      for (int i = 0; i < dim; ++i) x[std::size_t(t * dim + i)] = 10 * (t + 1) + i + 1;
      y[std::size_t(t)] = -(t + 1);
    }
  }
  std::vector<double> x, y;
};

using Row = std::vector<double>;
using Rows = std::vector<Row>;

/// The prompt as an example.
Row example_of(const Points& points) {
  Row example = points.x;
  example.insert(example.end(), points.y.begin(), points.y.end());
  return example;
}

Rows tokens(const TokenMap& map, const Points& points) {
  const Row all = test::tokens_of(map, example_of(points));
  Rows rows;
  for (auto at = all.begin(); at < all.end(); at += map.width) rows.emplace_back(at, at + map.width);
  return rows;
}
/// The target by token; 0 for a token that predicts nothing.
Row targets(const TokenMap& map, const Points& points) {
  Row row(std::size_t(map.tokens));
  for (std::size_t i = 0; i < map.targets.size(); ++i)
    row[std::size_t(map.output_tokens[i])] = example_of(points)[std::size_t(map.targets[i])];
  return row;
}

/// The tokens of the whole prompt.
TokenMap whole(const TokenLayout& layout) {
  return prompt_tokens(layout, layout.examples + 1);
}
Rows tokens(const TokenLayout& layout, const Points& points) {
  return tokens(whole(layout), points);
}
Rows tokens(const TokenLayout& layout) {
  return tokens(layout, Points(layout.dim, layout.examples));
}
Row targets(const TokenLayout& layout) {
  return targets(whole(layout), Points(layout.dim, layout.examples));
}

/// Every layout of d = 3 and H = 4.
std::vector<TokenLayout> layouts() {
  std::vector<TokenLayout> some;
  for (const auto tokenization : all)
    for (const int patch : {1, 2, 4})
      if (patch == 1 || tokenization != interleaved) some.push_back({tokenization, 3, 4, patch});
  return some;
}

TEST(Tokens, InterleavedTokensArePointsAndLabelsInTurn) {
  const TokenLayout layout{interleaved, 2, 2};
  EXPECT_EQ(tokens(layout), (Rows{{11, 12}, {-1, 0}, {21, 22}, {-2, 0}, {31, 32}}));
  EXPECT_EQ(targets(layout), (Row{-1, 0, -2, 0, -3}));
}

TEST(Tokens, AlignedTokensHoldPointsWithTheirLabelsAndTheQueryWithNone) {
  EXPECT_EQ(tokens({aligned, 2, 2}), (Rows{{11, 12, -1}, {21, 22, -2}, {31, 32, 0}}));
  EXPECT_EQ(targets({aligned, 2, 2}), (Row{0, 0, -3}));
  EXPECT_EQ(tokens({aligned, 1, 4, 2}), (Rows{{11, -1, 21, -2}, {31, -3, 41, -4}, {51, 0, 0, 0}}));
  EXPECT_EQ(targets({aligned, 1, 4, 2}), (Row{0, 0, -5}));
  EXPECT_EQ(tokens({aligned, 1, 2, 2}), (Rows{{11, -1, 21, -2}, {31, 0, 0, 0}}));
}

TEST(Tokens, LaggedTokensHoldPointsWithTheLabelsBefore) {
  for (const auto kind : {lagged, shifted}) {
    EXPECT_EQ(tokens({kind, 2, 2}), (Rows{{11, 12, 0}, {21, 22, -1}, {31, 32, -2}}));
    EXPECT_EQ(targets({kind, 2, 2}), (Row{-1, -2, -3}));
    EXPECT_EQ(tokens({kind, 1, 4, 2}), (Rows{{11, 0, 21, -1}, {31, -2, 41, -3}, {0, 0, 51, -4}}));
    EXPECT_EQ(targets({kind, 1, 4, 2}), (Row{-2, -4, -5}));
    EXPECT_EQ(tokens({kind, 1, 2, 2}), (Rows{{11, 0, 21, -1}, {0, 0, 31, -2}}));
  }
}

TEST(Tokens, ATokenSaysWhichPointItPredicts) {
  for (const auto& layout : layouts()) {
    const Row target = targets(layout);
    for (int token = 0; token < layout.tokens(); ++token) {
      const int point = layout.point_of(token);
      EXPECT_EQ(target[std::size_t(token)], point < 0 ? 0 : -(point + 1));
    }
    EXPECT_EQ(layout.point_of(layout.tokens() - 1), layout.examples);
  }
}

/// A token that predicts y_t sees y_1 … y_{t−1} and no later label. With aligned tokens this is the query's token.
TEST(Tokens, ATokenThatPredictsALabelSeesTheOnesBeforeAndNoOther) {
  for (const auto& layout : layouts()) {
    const Points points(layout.dim, layout.examples);
    const Rows before = tokens(layout, points);
    for (int t = 0; t <= layout.examples; ++t) {
      Points changed = points;
      changed.y[std::size_t(t)] = 7;
      const Rows after = tokens(layout, changed);
      const auto first = std::mismatch(before.begin(), before.end(), after.begin()).first - before.begin();
      for (int token = 0; token < layout.tokens(); ++token) {
        if (layout.point_of(token) < 0) continue;
        EXPECT_EQ(token < first, layout.point_of(token) <= t) << "label " << t << ", token " << token;
      }
    }
  }
}

/// No token holds the label of a query, neither the token that predicts it nor a later one.
TEST(Tokens, ACutPromptIsTheShorterOneThenZero) {
  const Points points(2, 4);
  for (const int patch : {1, 2})
    for (int query = 0; query <= 4; query += patch) {
      const TokenLayout layout{aligned, 2, 4, patch};
      const TokenMap cut = prompt_tokens(layout, query + 1);
      Rows expected = tokens({aligned, 2, query, patch});
      expected.resize(std::size_t(layout.tokens()), Row(std::size_t(layout.features())));
      Row target(std::size_t(layout.tokens()));
      target[std::size_t(query / patch)] = -(query + 1);
      EXPECT_EQ(tokens(cut, points), expected);
      EXPECT_EQ(targets(cut, points), target);
    }
}

std::string refusal(const TokenLayout& layout) {
  try {
    validate_layout(layout);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(Tokens, PatchesThatDoNotFitAreRefusedByName) {
  EXPECT_EQ(refusal({aligned, 2, 4, 3}).find("patch = 3: does not divide examples = 4"), 0);
  EXPECT_EQ(refusal({shifted, 2, 4, 8}).find("patch = 8: more than examples = 4"), 0);
  EXPECT_EQ(refusal({interleaved, 2, 4, 2}).find("patch = 2: an interleaved token holds one"), 0);
  EXPECT_EQ(refusal({lagged, 2, 4, 0}).find("patch = 0: "), 0);
  for (const auto& layout : layouts()) EXPECT_EQ(refusal(layout), "");
}

TEST(Tokens, AnUnknownTokenizationIsRefusedByName) {
  EXPECT_EQ(tokenization_of("interleaved"), interleaved);
  EXPECT_EQ(tokenization_of("aligned"), aligned);
  EXPECT_EQ(tokenization_of("lagged"), lagged);
  EXPECT_EQ(tokenization_of("sca"), shifted);
  EXPECT_THROW(tokenization_of("shifted"), Error);
}

}  // namespace
}  // namespace icsweep
