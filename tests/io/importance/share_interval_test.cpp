#include "io/importance/share_interval.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace icsweep {
namespace {

TEST(ShareInterval, WithoutNoiseIsTheShare) {
  const auto i = share_intervals({{3, 0, 2}, {1, 0, 4}}, {.replicates = 2, .freedom = 4, .total = 4});
  EXPECT_NEAR(i[0].low, 0.75, 1e-12);
  EXPECT_NEAR(i[0].high, 0.75, 1e-12);
  EXPECT_NEAR(i[1].low, 0.25, 1e-12);
}

TEST(ShareInterval, WithoutDegreesOfFreedomForNoiseIsUnknown) {
  const auto i = share_intervals({{3, 0, 2}}, {.total = 4});
  EXPECT_TRUE(std::isnan(i[0].low) && std::isnan(i[0].high));
}

TEST(ShareInterval, BeginsAtZeroUnlessTheTestOfFisherFindsTheEffect) {
  // One replicate, noise 1 per degree of freedom with 10 degrees: F(2, 10) at 97.5 % is 5.456.
  const CommonNoise common{.each = 1, .freedom = 10, .total = 1000};
  EXPECT_EQ(share_intervals({{2 * 5.45, 0, 2}}, common)[0].low, 0);
  EXPECT_GT(share_intervals({{2 * 5.47, 0, 2}}, common)[0].low, 0);
}

TEST(ShareInterval, OfAnEffectWithOneNumberIsThatOfItsRoot) {
  // The root of the variance, 10, has the standard error 1; Student's quantile of 10 degrees is 2.228139, and that of
  // F(1, 10) at 97.5 % is 6.936728.
  const auto i = share_intervals({{100, 0, 1}}, {.each = 1, .freedom = 10, .total = 1e9});
  EXPECT_NEAR(i[0].low * 1e9, std::pow(std::sqrt(100 - 6.936728 + 2.228139 * 2.228139) - 2.228139, 2), 1e-3);
  EXPECT_NEAR(i[0].high * 1e9, std::pow(10 + 2.228139, 2), 1e-3);
}

}  // namespace
}  // namespace icsweep
