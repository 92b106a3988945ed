#include "models/kernels/box_muller.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>
#include <vector>

namespace icsweep {
namespace {

/// In extended precision, whose own rounding does not count.
TEST(BoxMuller, IsWithinFourUnitsOfTheLastPlace) {
  std::mt19937_64 random(1);
  for (const int pairs : {0, 1, 3, 8, 1001}) {
    std::vector<double> values(2 * pairs);
    for (double& v : values) v = (double(random() >> 12) + 0.5) * 0x1p-52;
    if (pairs > 2) values[0] = 0x1p-53, values[2] = 1 - 0x1p-53, values[3] = 0x1p-53, values[5] = 0.25;
    const std::vector<double> uniform = values;
    box_muller(pairs, values.data());
    for (int p = 0; p < pairs; ++p) {
      const long double radius = std::sqrt(-2 * std::log((long double)uniform[2 * p]));
      const long double angle = 2 * std::numbers::pi_v<long double> * uniform[2 * p + 1];
      const long double first = radius * std::cos(angle), second = radius * std::sin(angle);
      const double larger = double(std::max(std::abs(first), std::abs(second)));
      const double unit = std::nextafter(larger, INFINITY) - larger;
      EXPECT_NEAR(values[2 * p], double(first), 4 * unit) << uniform[2 * p] << " " << uniform[2 * p + 1];
      EXPECT_NEAR(values[2 * p + 1], double(second), 4 * unit) << uniform[2 * p] << " " << uniform[2 * p + 1];
    }
  }
}

}  // namespace
}  // namespace icsweep
