#include "io/nearest.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

TEST(Nearest, IsTheFirstAtTheLeastEditDistance) {
  EXPECT_EQ(nearest("dpeth", {"width", "depth", "length"}), "depth");
  EXPECT_EQ(nearest("x", {"a", "b"}), "a");
  EXPECT_EQ(nearest("x", {}), "");
}

}  // namespace
}  // namespace icsweep
