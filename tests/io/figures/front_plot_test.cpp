#include "io/figures/asked_plot.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace icsweep {
namespace {

using Numbers = std::vector<std::size_t>;

TEST(ParetoFront, HasWhatNothingBeats) {
  EXPECT_EQ(pareto_front({{3, 1}, {1, 3}, {2, 2}, {2, 3}, {3, 3}, {1.5, 2.5}}), (Numbers{1, 5, 2, 0}));
  EXPECT_EQ(pareto_front({{1, 1}, {1, 1}, {1, 2}, {2, 1}}), Numbers{0}) << "of equal ones the first";
  EXPECT_EQ(pareto_front({{std::nan(""), 0}, {0, std::nan("")}, {5, 5}}), Numbers{2});
  EXPECT_TRUE(pareto_front({}).empty());
}

}  // namespace
}  // namespace icsweep
