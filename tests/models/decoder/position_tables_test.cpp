#include "models/decoder/position_tables.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace icsweep {
namespace {

TEST(PositionTables, SinusoidsAreThoseOfVaswaniEtAl) {
  const std::vector<double> table = sinusoidal_positions(3, 4);
  ASSERT_EQ(table.size(), 12u);
  const std::vector<double> first(table.begin(), table.begin() + 4), expected{0, 1, 0, 1};
  EXPECT_EQ(first, expected);
  EXPECT_DOUBLE_EQ(table[8], std::sin(2.0));
  EXPECT_DOUBLE_EQ(table[9], std::cos(2.0));
  EXPECT_DOUBLE_EQ(table[10], std::sin(.02));  // 2/10000^{2/4}
  EXPECT_DOUBLE_EQ(table[11], std::cos(.02));
}

TEST(PositionTables, AnOddWidthEndsWithASine) {
  const std::vector<double> table = sinusoidal_positions(2, 3);
  ASSERT_EQ(table.size(), 6u);
  EXPECT_DOUBLE_EQ(table[5], std::sin(1 / std::pow(10000, 2.0 / 3)));
}

TEST(PositionTables, RotaryAnglesGrowWithTheTokenAndShrinkAlongTheHead) {
  const std::vector<double> angles = rotary_angles(3, 8);
  ASSERT_EQ(angles.size(), 12u);
  for (int t = 0; t < 3; ++t)
    for (int i = 0; i < 4; ++i) EXPECT_DOUBLE_EQ(angles[t * 4 + i], t * std::pow(10, -i)) << t << " " << i;
}

}  // namespace
}  // namespace icsweep
