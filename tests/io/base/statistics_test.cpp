#include "io/base/statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace icsweep {
namespace {

using Sample = std::vector<double>;

TEST(Moments, OfEqualValuesAreTheValueAndZero) {
  for (const double v : {0.1, 1.0 / 3, 1e15 + 0.3, -7e-310, 1.7e308, 4e-324, 0.0})
    for (const std::size_t n : {2u, 3u, 7u, 10u, 1001u}) {
      const Sample all(n, v);
      EXPECT_EQ(mean(all), v) << n;
      EXPECT_EQ(stddev(all), 0) << v << ' ' << n;
      EXPECT_EQ(ci95(all), 0) << v << ' ' << n;
    }
}

TEST(Moments, OfLargeNumbersAreThoseOfTheirDifferences) {
  for (const double base : {0.0, 1e6, 1e15, -4e15}) {
    EXPECT_EQ(mean(Sample{base, base + 1}), base + 0.5);
    EXPECT_DOUBLE_EQ(stddev(Sample{base, base + 1}), std::sqrt(0.5));
    EXPECT_DOUBLE_EQ(stddev(Sample{base, base + 0.5, base + 1}), 0.5) << base;
    EXPECT_DOUBLE_EQ(stddev(Sample{base, base + 1, base + 2, base + 3}), std::sqrt(5.0 / 3)) << base;
  }
}

TEST(Moments, OfTheLargestAndTheSmallestNumbersAreFinite) {
  EXPECT_DOUBLE_EQ(stddev(Sample{1e300, -1e300}), std::sqrt(2.0) * 1e300);
  EXPECT_DOUBLE_EQ(stddev(Sample{1e-200, 3e-200}), std::sqrt(2.0) * 1e-200);
  EXPECT_DOUBLE_EQ(mean(Sample{1.7e308, 1.7e308, 1.7e308}), 1.7e308);
}

TEST(Moments, OfTooFewOrNaNAreNaN) {
  EXPECT_TRUE(std::isnan(mean(Sample{})));
  EXPECT_TRUE(std::isnan(stddev(Sample{1})));
  EXPECT_TRUE(std::isnan(ci95(Sample{1})));
  EXPECT_TRUE(std::isnan(stddev(Sample{1, std::nan("")})));
  EXPECT_EQ(mean(Sample{std::numeric_limits<double>::infinity(), 1}), std::numeric_limits<double>::infinity());
}

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
