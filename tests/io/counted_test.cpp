#include "io/counted.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

TEST(Counted, OnlyOneIsSingular) {
  EXPECT_EQ(counted(0, "experiment"), "0 experiments");
  EXPECT_EQ(counted(1u, "experiment"), "1 experiment");
  EXPECT_EQ(counted(std::size_t(2), "experiment"), "2 experiments");
}

}  // namespace
}  // namespace icsweep
