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

TEST(FirstOf, NamesThePartsAndCountsTheOthers) {
  EXPECT_EQ(first_of({}, 2), "");
  EXPECT_EQ(first_of({"a", "b"}, 2), "a, b");
  EXPECT_EQ(first_of({"a", "b", "c"}, 2), "a, b, c") << "a single other part is named";
  EXPECT_EQ(first_of({"a", "b", "c", "d"}, 2, "; "), "a; b and 2 more");
  EXPECT_EQ(first_of({"a", "b"}, 0), "2 more");
}

}  // namespace
}  // namespace icsweep
