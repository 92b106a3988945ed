#include "models/cpu/thread_team.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <vector>

namespace icsweep {
namespace {

TEST(ThreadTeam, EveryPartIsWorkedOnOnce) {
  ThreadTeam team;
  for (const int threads : {1, 2, 5, 3}) {
    team.set_threads(threads);
    ASSERT_EQ(team.threads(), threads);
    for (const int parts : {0, 1, 2, 23, 1000}) {
      std::vector<int> times(std::size_t(parts), 0), by(std::size_t(threads), 0);
      team.run(parts, [&](int thread, int part) { ++times[std::size_t(part)], ++by[std::size_t(thread)]; });
      EXPECT_EQ(std::ranges::count(times, 1), parts) << threads;
    }
  }
}

TEST(ThreadTeam, ManyShortJobsFollowEachOther) {
  ThreadTeam team;
  team.set_threads(3);
  for (int job = 0; job < 20000; ++job) {
    int sums[3] = {};
    team.run(3, [&](int, int part) { sums[part] = job + part; });
    for (int part = 0; part < 3; ++part) ASSERT_EQ(sums[part], job + part);
  }
}

/// A thread that slept through a job works on the next. The first job has one part, which the calling thread takes
/// while the others have no reason to hurry.
TEST(ThreadTeam, AThreadThatComesLateToAJobWorksOnTheNext) {
  ThreadTeam team;
  team.set_threads(2);
  for (int i = 0; i < 200; ++i) team.run(1, [](int, int) {});
  std::atomic<int> here = 0;
  team.run(2, [&](int, int) {  // ends when both threads are in it
    ++here;
    while (here < 2) std::this_thread::yield();
  });
  EXPECT_EQ(here, 2);
}

TEST(ThreadTeam, WhatAThreadThrowsIsThrownAndTheNextJobIsWhole) {
  ThreadTeam team;
  for (const int threads : {1, 2}) {
    team.set_threads(threads);
    EXPECT_THROW(team.run(8,
                          [](int, int part) {
                            if (part == 3) throw std::runtime_error("part 3");
                          }),
                 std::runtime_error);
    std::atomic<int> parts = 0;
    team.run(8, [&](int, int) { ++parts; });
    EXPECT_EQ(parts, 8);
  }
}

}  // namespace
}  // namespace icsweep
