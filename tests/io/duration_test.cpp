#include "io/duration.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

TEST(Duration, IsANumberOfSecondsOrNumbersWithUnits) {
  EXPECT_EQ(parse_duration("90"), 90);
  EXPECT_EQ(parse_duration("1.5e3"), 1500);
  EXPECT_EQ(parse_duration("90s"), 90);
  EXPECT_EQ(parse_duration("1h30m"), 5400);
  EXPECT_EQ(parse_duration("1.5h"), 5400);
  EXPECT_EQ(parse_duration("2d1s"), 2 * 86400 + 1);
}

TEST(Duration, MayHaveSlurmsForms) {
  EXPECT_EQ(parse_duration("00:30:00"), 1800);
  EXPECT_EQ(parse_duration("90:00"), 5400);
  EXPECT_EQ(parse_duration("1-12"), 36 * 3600);
  EXPECT_EQ(parse_duration("1-00:30"), 86400 + 1800);
  EXPECT_EQ(parse_duration("0:00"), 0);
  EXPECT_EQ(parse_duration("1-02:03:04"), 86400 + 2 * 3600 + 3 * 60 + 4);
}

TEST(Duration, IsNothingElse) {
  for (const char* text : {"", "-5", "1x", "h", "30m1h", "1h1h", "1:2:3:4", "1:", ":1", "1-", "-1", "1-2-3", "1 h",
                           "1h30", "nan", "inf", "1e400", "1e999s", "+5"})
    EXPECT_EQ(parse_duration(text), std::nullopt) << text;
}

}  // namespace
}  // namespace icsweep
