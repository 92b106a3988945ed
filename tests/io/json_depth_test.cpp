#include "io/json_depth.hpp"

#include <gtest/gtest.h>

#include <string>

namespace icsweep {
namespace {

TEST(JsonDepth, CountsBracketsOutsideOfTexts) {
  EXPECT_TRUE(nests_at_most("", 0));
  EXPECT_TRUE(nests_at_most(R"({"a":[1,2],"b":[{}]})", 3));
  EXPECT_FALSE(nests_at_most(R"({"a":[1,2],"b":[{}]})", 2));
  EXPECT_TRUE(nests_at_most(R"({"[[[\"[[\\":"{{{"})", 1));
  EXPECT_TRUE(nests_at_most("[][][][]", 1));
  EXPECT_FALSE(nests_at_most(std::string(1 << 20, '['), 100));
  EXPECT_TRUE(nests_at_most("\"\\", 0)) << "a text that ends within an escape";
}

}  // namespace
}  // namespace icsweep
