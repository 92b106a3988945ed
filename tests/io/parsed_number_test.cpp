#include "io/parsed_number.hpp"

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

}  // namespace
}  // namespace icsweep
