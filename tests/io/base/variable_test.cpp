#include "io/base/variable.hpp"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace icsweep
