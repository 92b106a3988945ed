#include "io/base/variable.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace icsweep {
namespace {

TEST(Variable, IsEmptyIfItIsNotSet) {
  ::setenv("ICSWEEP_TEST_VARIABLE", "a value", 1);
  EXPECT_EQ(variable("ICSWEEP_TEST_VARIABLE"), "a value");
  ::setenv("ICSWEEP_TEST_VARIABLE", "", 1);
  EXPECT_EQ(variable("ICSWEEP_TEST_VARIABLE"), "");
  ::unsetenv("ICSWEEP_TEST_VARIABLE");
  EXPECT_EQ(variable("ICSWEEP_TEST_VARIABLE"), "");
}

TEST(Variable, HasNoCountUnlessItIsAWholeNumberFrom0) {
  const std::pair<const char*, std::int64_t> counts[] = {{"16", 16}, {"0", 0}, {"5000000000", 5'000'000'000},
                                                         {"-2", 0},  {"", 0},  {"4(x2)", 0}};
  for (const auto& [text, count] : counts) {
    ::setenv("ICSWEEP_TEST_VARIABLE", text, 1);
    EXPECT_EQ(count_variable("ICSWEEP_TEST_VARIABLE"), count) << text;
  }
  ::unsetenv("ICSWEEP_TEST_VARIABLE");
  EXPECT_EQ(count_variable("ICSWEEP_TEST_VARIABLE"), 0);
}

}  // namespace
}  // namespace icsweep
