#include "models/cpu/lane_team.hpp"
#include "tasks/papers_tasks.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <stdexcept>

#include "tests/support/sanitizers.hpp"
#include "tests/tasks/recorder.hpp"

namespace icsweep {
namespace {

using namespace test;
using Values = std::map<std::string, Value>;
using Integer = std::int64_t;

/// Every task that trains on lane blocks, small, with blocks that are not full.
const std::map<std::string, Values> trained{
    {"augmented",
     {{"depth", Integer{2}},
      {"length", Integer{12}},
      {"sequences", Integer{600}},
      {"test_sequences", Integer{90}},
      {"batch", Integer{200}},
      {"epochs", Integer{2}}}},
    {"plain",
     {{"copies", Integer{2}},
      {"heads", Integer{2}},
      {"length", Integer{9}},
      {"sequences", Integer{600}},
      {"test_sequences", Integer{90}},
      {"batch", Integer{300}},
      {"epochs", Integer{2}}}},
    {"descent_transformer",
     {{"dim", Integer{3}},
      {"depth", Integer{2}},
      {"length", Integer{9}},
      {"sequences", Integer{300}},
      {"epochs", Integer{2}}}},
    {"regression",
     {{"dim", Integer{2}},
      {"examples", Integer{8}},
      {"width", Integer{16}},
      {"heads", Integer{2}},
      {"depth", Integer{1}},
      {"batch", Integer{40}},
      {"steps", Integer{5}}}},
};

/// Bit by bit: some results are NaN.
std::map<std::string, std::vector<std::uint64_t>> bits_on(int threads, const std::string& task, const Values& values) {
  const Config config = configured(task, values);
  papers_tasks().find(task).validate(config);
  Recorder context;
  context.set_threads(threads);
  papers_tasks().find(task).run(config, context);
  std::map<std::string, std::vector<std::uint64_t>> bits;
  for (const auto& [name, numbers] : context.results())
    for (const double number : numbers) bits[name].push_back(std::bit_cast<std::uint64_t>(number));
  for (const float weight : context.weights()) bits["weights"].push_back(std::bit_cast<std::uint32_t>(weight));
  return bits;
}

TEST(LaneTeam, ResultsAreTheSameBitsOnAnyNumberOfThreads) {
  if (under_thread_sanitizer) GTEST_SKIP() << "libgomp is not built for it";
  for (const auto& [task, values] : trained) {
    const auto alone = bits_on(1, task, values);
    for (const int threads : {2, 3, 16}) EXPECT_EQ(bits_on(threads, task, values), alone) << task << ", " << threads;
  }
}

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
