#include "io/base/decimal.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

TEST(Decimal, IsTheNearestNumberOfFifteenDigits) {
  EXPECT_EQ(decimal(0.1 + 0.2), 0.3);
  EXPECT_EQ(as_written(0.1 + 0.2), 0.3);
  EXPECT_EQ(as_written(1 / 3.0), 1 / 3.0) << "nobody wrote it with 12 digits";
}

TEST(Decimal, PrintsNaNWithoutASign) {
  EXPECT_EQ(without_nan_signs("loss is -nan at step 5, -nan"), "loss is nan at step 5, nan");
  EXPECT_EQ(without_nan_signs("(-nan)"), "(nan)");
  for (const char* other : {"--nan", "-nano", "a-nan", "-nan-policy", "-n", ""})
    EXPECT_EQ(without_nan_signs(other), other);
}

}  // namespace
}  // namespace icsweep
