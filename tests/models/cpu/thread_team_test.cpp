#include "models/cpu/thread_team.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "tests/support/sanitizers.hpp"

namespace icsweep {
namespace {

TEST(ThreadTeam, PartsAreAddedInTheirOrderOneAtATime) {
  if (under_thread_sanitizer) GTEST_SKIP() << "libgomp is not built for it";
  for (const int threads : {1, 2, 5}) {
    std::vector<int> part_of(5, -1), order;
    in_team(threads, 23,
            {[](int) {}, [&](int thread, int part) { part_of[std::size_t(thread)] = part; },
             [&](int thread) { order.push_back(part_of[std::size_t(thread)]); }});
    ASSERT_EQ(order.size(), 23u);
    for (int part = 0; part < 23; ++part) EXPECT_EQ(order[std::size_t(part)], part);
  }
}

TEST(ThreadTeam, WhatAThreadThrowsIsThrown) {
  if (under_thread_sanitizer) GTEST_SKIP() << "libgomp is not built for it";
  const TeamWork work{[](int) {},
                      [](int, int part) {
                        if (part == 3) throw std::runtime_error("part 3");
                      },
                      [](int) {}};
  EXPECT_THROW(in_team(2, 8, work), std::runtime_error);
}

}  // namespace
}  // namespace icsweep
