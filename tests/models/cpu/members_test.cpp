#include "models/cpu/members.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

TEST(Members, DivideThePartsOfAnyBatchAmongThem) {
  for (const auto& threads : {std::vector{1}, {1, 1}, {5, 1, 2}, {1, 64}})
    for (int parts = 1; parts <= 64; ++parts) {
      int next = 0;
      for (std::size_t i = 0; i < threads.size(); ++i) {
        const auto [first, last] = parts_of_member(i, threads, parts);
        EXPECT_EQ(first, next);
        next = last;
      }
      EXPECT_EQ(next, parts);
    }
  EXPECT_EQ(parts_of_member(1, {8, 8}, 64), std::pair(32, 64));
}

}  // namespace
}  // namespace icsweep
