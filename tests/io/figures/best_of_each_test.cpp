#include "io/figures/best_of_each.hpp"

#include <gtest/gtest.h>

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
            "rate 0.01 for tokenization lagged, rate 0.03 for tokenization sca");
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
