#include "engine/launch/host_room.hpp"

#include <gtest/gtest.h>

namespace icsweep::host_room_test {
namespace {

HostCapacity four_cores(std::vector<std::string> gpus = {}) {
  return {.name = "h", .cores = 4, .memory = 100, .gpus = std::move(gpus), .processors = {4, 5, 6, 7}};
}

TEST(HostRoom, HoldsNoMoreThanItHas) {
  HostRoom room(four_cores(), 4);
  EXPECT_FALSE(room.holds({.cores = 5}));
  EXPECT_FALSE(room.holds({.memory = 101}));
  EXPECT_FALSE(room.holds({.gpus = 0.5}));
  room.take({.cores = 3, .memory = 60});
  EXPECT_TRUE(room.holds({}));
  EXPECT_FALSE(room.holds({.cores = 2}));
  EXPECT_FALSE(room.holds({.memory = 41}));
  EXPECT_TRUE(room.holds({.memory = 40}));
}

TEST(HostRoom, GivesBackWhatWasTaken) {
  HostRoom room(four_cores({"0"}), 4);
  const TakenRoom taken = room.take({.cores = 4, .memory = 100, .gpus = 1});
  EXPECT_FALSE(room.holds({}));
  room.give(taken);
  EXPECT_TRUE(room.holds({.cores = 4, .memory = 100, .gpus = 1}));
}

TEST(HostRoom, RunsHaveProcessorsOfTheirOwn) {
  HostRoom room(four_cores(), 4);
  const TakenRoom wide = room.take({.cores = 2});
  EXPECT_EQ(wide.processors, (std::vector<int>{4, 5}));
  EXPECT_EQ(room.take({}).processors, (std::vector<int>{6}));
  room.give(wide);
  EXPECT_EQ(room.take({.cores = 3}).processors, (std::vector<int>{4, 5, 7}));
}

/// The numbers of fewer processors than cores say nothing.
TEST(HostRoom, BindsNothingIfSomeProcessorsAreUnknown) {
  HostRoom room({.cores = 4, .processors = {0, 1}}, 4);
  EXPECT_TRUE(room.take({.cores = 2}).processors.empty());
}

TEST(HostRoom, HasACoreForEachRank) {
  EXPECT_TRUE(HostRoom({.cores = 1}, 3).holds({.cores = 3}));
  EXPECT_TRUE(HostRoom({}, 3).holds({.cores = 3}));
}

TEST(HostRoom, WholeGpusAreNotShared) {
  HostRoom room(four_cores({"a", "b"}), 4);
  EXPECT_EQ(room.take({.gpus = 1}).gpus, (std::vector<std::size_t>{0}));
  EXPECT_EQ(room.take({.gpus = 0.5}).gpus, (std::vector<std::size_t>{1}));
  EXPECT_FALSE(room.holds({.gpus = 1}));
  EXPECT_TRUE(room.holds({.gpus = 0.5}));
}

TEST(HostRoom, SharesFillOneGpuBeforeTheNext) {
  HostRoom room(four_cores({"a", "b"}), 8);
  const double third = 1.0 / 3;
  for (int i = 0; i < 3; ++i) EXPECT_EQ(room.take({.gpus = third}).gpus, (std::vector<std::size_t>{0}));
  EXPECT_EQ(room.take({.gpus = third}).gpus, (std::vector<std::size_t>{1}));
  EXPECT_FALSE(room.holds({.gpus = 2}));
}

}  // namespace
}  // namespace icsweep::host_room_test
