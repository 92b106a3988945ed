#include "io/figures/best_of_each.hpp"

#include <gtest/gtest.h>

#include <array>

namespace icsweep {
namespace {

const std::vector<std::string> axes = {"tokenization", "depth"};

/// Two combinations: three rates of lagged, the last not comparable, and one of sca.
std::vector<RankedValue> two_lines() {
  return {{{"'lagged'", "4"}, {"lagged", "4"}, "0.01", "rate 0.01"},
          {{"'lagged'", "4"}, {"lagged", "4"}, "0.02", "rate 0.02"},
          {{"'lagged'", "4"}, {"lagged", "4"}, "0.03", "rate 0.03"},
          {{"'lagged'", "4"}, {"lagged", "4"}, "0.04", "rate 0.04", false},
          {{"'sca'", "4"}, {"sca", "4"}, "0.03", "rate 0.03", false}};
}

TEST(BestOfEach, IsTheFirstOfEachCombination) {
  const auto chosen = chosen_of_each(two_lines(), Rank::best);
  EXPECT_EQ(sql_rows(chosen), "('lagged', 4, 0.01), ('sca', 4, 0.03)");
  EXPECT_EQ(text_of_each(chosen, axes, two_lines()),
            "rate 0.01 for tokenization lagged; rate 0.03 for tokenization sca");
}

/// One row for each combination, with its value.
std::vector<RankedValue> rows(const std::vector<std::array<const char*, 3>>& all) {
  std::vector<RankedValue> made;
  for (const auto& [tokens, depth, value] : all) made.push_back({{}, {tokens, depth}, value, value});
  return made;
}

TEST(BestOfEach, AValueIsNamedOnceWithAllItsCombinations) {
  const auto six = rows({{"aligned", "4", "3e-3"},
                         {"lagged", "4", "1e-3"},
                         {"plain", "4", "1e-3"},
                         {"sca", "4", "1e-3"},
                         {"sca", "1", "3e-3"},
                         {"sca", "2", "3e-3"}});
  EXPECT_EQ(text_of_each(six, axes, six),
            "3e-3 for tokenization aligned with depth 4 and for tokenization sca with depth 1, 2; "
            "1e-3 for tokenization lagged, plain, sca with depth 4");
  const auto equal = rows({{"lagged", "4", "1e-3"}, {"sca", "4", "1e-3"}});
  EXPECT_EQ(text_of_each(equal, axes, equal), "1e-3") << "of every combination";
  std::vector<std::array<const char*, 3>> all;
  const std::vector<std::string> numbers = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
  for (const auto& n : numbers) all.push_back({"sca", n.c_str(), "1e-3"});
  all.push_back({"sca", "10", "2e-3"});
  EXPECT_EQ(text_of_each(rows(all), axes, rows(all)),
            "1e-3 for depth 0, 1, 2, 3, 4, 5, 6, 7 and 2 more; 2e-3 for depth 10");
}

TEST(BestOfEach, MedianIsTheMiddleOfThoseComparable) {
  EXPECT_EQ(sql_rows(chosen_of_each(two_lines(), Rank::median)), "('lagged', 4, 0.02), ('sca', 4, 0.03)");
}

TEST(BestOfEach, NamesNoAxisWithoutCombinations) {
  const std::vector<RankedValue> one = {{{}, {}, "0.01", "rate 0.01"}, {{}, {}, "0.02", "rate 0.02"}};
  EXPECT_EQ(text_of_each(chosen_of_each(one, Rank::best), {}, one), "rate 0.01");
  EXPECT_TRUE(chosen_of_each({}, Rank::best).empty());
}

}  // namespace
}  // namespace icsweep
