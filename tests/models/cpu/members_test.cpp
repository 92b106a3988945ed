#include "models/cpu/members.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

TEST(Members, DivideTheBlocksOfAnyBatchAmongThem) {
  for (const auto& threads : {std::vector{1}, {1, 1}, {5, 1, 2}, {1, 64}})
    for (int blocks = 1; blocks <= 64; ++blocks) {
      int next = 0;
      for (std::size_t i = 0; i < threads.size(); ++i) {
        const auto [first, last] = blocks_of_member(i, threads, blocks);
        EXPECT_EQ(first, next);
        next = last;
      }
      EXPECT_EQ(next, blocks);
    }
  EXPECT_EQ(blocks_of_member(1, {8, 8}, 64), std::pair(32, 64));
}

}  // namespace
}  // namespace icsweep
