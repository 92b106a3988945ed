#include "io/quantile.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace icsweep {
namespace {

TEST(Quantile, InterpolatesBetweenSortedValues) {
  EXPECT_DOUBLE_EQ(quantile({4, 1, 3, 2}, 0.5), 2.5);
  EXPECT_DOUBLE_EQ(quantile({4, 1, 3, 2}, 0.25), 1.75);
  EXPECT_DOUBLE_EQ(quantile({5, 1, 3}, 0.75), 4);
  EXPECT_EQ(quantile({5, 1, 3}, 1), 5);
  EXPECT_EQ(quantile({7}, 0.25), 7);
}

TEST(Quantile, OfTheLargestNumbersIsANumber) {
  constexpr double most = std::numeric_limits<double>::max();
  EXPECT_EQ(median({most, -most}), 0);
  EXPECT_DOUBLE_EQ(quantile({-most, most}, 0.75), most / 2);
  EXPECT_EQ(median({std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()}),
            std::numeric_limits<double>::infinity());
}

TEST(Quantile, OfNothingOrOfANaNIsNaN) {
  EXPECT_TRUE(std::isnan(median({})));
  EXPECT_TRUE(std::isnan(median({1, std::numeric_limits<double>::quiet_NaN(), 3})));
}

TEST(Quantile, OfFisherAgreesWithTables) {
  EXPECT_NEAR(fisher_quantile(1, 10, 0.95), 4.9646, 1e-4);
  EXPECT_NEAR(fisher_quantile(5, 2, 0.975), 39.2982, 1e-4);
}

}  // namespace
}  // namespace icsweep
