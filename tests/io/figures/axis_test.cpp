#include "io/figures/axis.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace icsweep {
namespace {

Panel panel_of(std::vector<double> y, std::vector<double> low = {}, std::vector<double> high = {}) {
  Series s;
  for (std::size_t i = 0; i < y.size(); ++i) s.x.push_back(double(i + 1));
  s.y = std::move(y);
  s.low = std::move(low);
  s.high = std::move(high);
  Panel p;
  p.series.push_back(std::move(s));
  return p;
}

TEST(Axis, HoldsEveryValueAndBeginsAtZeroWhereThatIsNear) {
  const Range y = ranges_of(panel_of({1, 8, 5})).y;
  EXPECT_EQ(y.low, 0);
  EXPECT_GT(y.high, 8);
  EXPECT_GT(ranges_of(panel_of({7, 8})).y.low, 6);
  EXPECT_LT(ranges_of(panel_of({-1, 8})).y.low, -1);
}

TEST(Axis, AnIntervalOverTwoSeedsDoesNotDrownTheMeans) {
  const Range y = ranges_of(panel_of({1, 2, 3}, {-300, 1.9, 2.9}, {302, 2.1, 3.1})).y;
  EXPECT_GT(y.low, -2);
  EXPECT_LT(y.high, 6);
}

TEST(Axis, ALogarithmicOneLeavesOutWhatIsNotPositive) {
  Panel p = panel_of({1e-3, 0, -5, 1e-1}, {-1, -1, -1, 5e-2}, {2e-3, 1, 1, 2e-1});
  p.log_y = true;
  const Range y = ranges_of(p).y;
  EXPECT_GT(y.low, 1e-4);
  EXPECT_LT(y.low, 1e-3);
  EXPECT_GT(y.high, 1e-1);
}

TEST(Axis, WithoutValuesOrWithOneItIsStillAnInterval) {
  for (const bool logarithmic : {false, true})
    for (const auto& values : {std::vector<double>{}, {3.0}, {0.0}}) {
      Panel p = panel_of(values);
      p.log_x = p.log_y = logarithmic;
      const Ranges r = ranges_of(p);
      EXPECT_LT(r.x.low, r.x.high);
      EXPECT_LT(r.y.low, r.y.high);
    }
}

TEST(Axis, OfAnExtentIsTheSameForBoth) {
  Panel p = panel_of({0, 9, 4});
  p.extent = 2;
  EXPECT_EQ(ranges_of(p).x.low, -2);
  EXPECT_EQ(ranges_of(p).y.high, 2);
}

/// gnuplot never ends if it adds steps that are smaller than an ulp.
TEST(Axis, OfValuesThatAreNearlyEqualIsThatOfEqualOnes) {
  for (const double value : {1.0, 1e16, 1e300, -1.0}) {
    const double next = std::nextafter(value, 2 * value);
    for (const bool logarithmic : {false, true}) {
      Panel p = panel_of({value, next});
      p.log_y = logarithmic;
      const Range y = ranges_of(p).y;
      EXPECT_GT(y.high - y.low, 1e-3 * std::abs(y.high)) << value << logarithmic;
    }
  }
}

TEST(Axis, HasRoomForWholeBoxes) {
  Panel p = panel_of({5, 9, 4});
  p.series[0].style = Style::boxes;
  EXPECT_LE(ranges_of(p).x.low, 0.5);
  EXPECT_GE(ranges_of(p).x.high, 3.5);
  EXPECT_EQ(box_width(p.series[0]), 1);
}

TEST(Tics, OfALogarithmicAxisArePowersOfTenOrPartsOfOne) {
  EXPECT_EQ(log_tics({0.5, 5}).substr(0, 22), "('0.5' 0.5, '' 0.6 1, ");
  EXPECT_NE(log_tics({0.5, 5}).find("'2' 2"), std::string::npos);
  EXPECT_NE(log_tics({0.11, 0.46}).find("'0.3' 0.3"), std::string::npos) << "0.2 alone gives no scale";
  EXPECT_EQ(log_tics({0.09, 0.6}).find("'0.3' 0.3"), std::string::npos);
  const std::string wide = log_tics({1e-7, 1});
  EXPECT_NE(wide.find("'10^{-6}'"), std::string::npos);
  EXPECT_NE(wide.find("'1' 1"), std::string::npos);
}

TEST(Tics, OfAnEvenAxisAreRoundAndNoMoreThanAsked) {
  EXPECT_EQ(even_tics({-0.3, 10.2}, 7), "('0' 0, '2' 2, '4' 4, '6' 6, '8' 8, '10' 10)");
  EXPECT_EQ(even_tics({0, 2000}, 5), "('0' 0, '500' 500, '1000' 1000, '1500' 1500, '2000' 2000)");
  EXPECT_EQ(even_tics({1795741024, 1795741032}, 5),
            "('1795741024' 1795741024, '1795741026' 1795741026, '1795741028' 1795741028, '1795741030' 1795741030, "
            "'1795741032' 1795741032)");
  EXPECT_LT(even_tics({1e16, 1e16 + 2}, 7).size(), 400u);
}

}  // namespace
}  // namespace icsweep
