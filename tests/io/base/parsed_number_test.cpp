#include "io/base/parsed_number.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace icsweep {
namespace {

TEST(ParsedNumber, WholeNumbersAreTheWholeText) {
  EXPECT_EQ(whole_number("17"), 17);
  EXPECT_EQ(whole_number("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  for (const char* text : {"", "17a", " 17", "1.5", "9223372036854775808", "0x10"})
    EXPECT_FALSE(whole_number(text)) << text;
}

TEST(ParsedNumber, RealNumbersOfEverySizeAreRead) {
  EXPECT_EQ(real_number("0.1"), 0.1);
  EXPECT_EQ(real_number("-0"), 0.0);
  EXPECT_EQ(real_number("3e-320"), 3e-320);
  EXPECT_EQ(real_number("4.9406564584124654e-324"), std::numeric_limits<double>::denorm_min());
  EXPECT_EQ(real_number("1e-400"), 0.0);
  EXPECT_EQ(real_number("-1e400"), -HUGE_VAL);
  EXPECT_EQ(real_number("inf"), HUGE_VAL);
  EXPECT_TRUE(std::isnan(real_number("nan").value()));
  for (const char* text : {"", "1e", "1,5", "0.1x", "x"}) EXPECT_FALSE(real_number(text)) << text;
}

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

TEST(Bytes, AreANumberWithAUnit) {
  EXPECT_EQ(parse_bytes("40GB"), 40e9);
  EXPECT_EQ(parse_bytes("1.5 GiB"), 1.5 * 0x1p30);
  EXPECT_EQ(parse_bytes("512mb"), 512e6);
  EXPECT_EQ(parse_bytes("7B"), 7);
  for (const char* text : {"", "40", "40G", "GB", "-1GB", "40 apples", "40  GB", "40GB ", "nanGB", "1e999GB"})
    EXPECT_EQ(parse_bytes(text), std::nullopt) << text;
}

TEST(Bytes, AreWrittenShortAndReadBack) {
  EXPECT_EQ(bytes_text(40e9), "40GB");
  EXPECT_EQ(bytes_text(0x1p30), "1GiB");
  EXPECT_EQ(bytes_text(12345), "12345B");
  for (const double bytes : {1.0, 999.0, 1.5 * 0x1p30, 123456789012345.0})
    EXPECT_EQ(parse_bytes(bytes_text(bytes)), bytes);
  EXPECT_EQ(size_text(40e9), "40.0 GB");
}

}  // namespace

}  // namespace icsweep
