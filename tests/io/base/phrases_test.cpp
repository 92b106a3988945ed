#include "io/base/phrases.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

TEST(Nearest, IsTheFirstAtTheLeastEditDistance) {
  EXPECT_EQ(nearest("dpeth", {"width", "depth", "length"}), "depth");
  EXPECT_EQ(nearest("stauts", {"query", "status", "top"}), "status") << "a swap is one mistake";
  EXPECT_EQ(nearest("dmi", {"mu", "dim"}), "dim");
  EXPECT_EQ(nearest("foo", {"dim", "mu", "seed"}), "") << "more than a third of the word is other letters";
  EXPECT_EQ(nearest("-1", {"1", "d79d31"}), "");
  EXPECT_EQ(nearest("x", {"a", "b"}), "");
  EXPECT_EQ(nearest("x", {}), "");
}

TEST(Counted, OnlyOneIsSingular) {
  EXPECT_EQ(counted(0, "experiment"), "0 experiments");
  EXPECT_EQ(counted(1u, "experiment"), "1 experiment");
  EXPECT_EQ(counted(std::size_t(2), "experiment"), "2 experiments");
}

}  // namespace

}  // namespace icsweep
