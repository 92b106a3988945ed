#include "engine/launch/sharing.hpp"

#include <gtest/gtest.h>

#include "tests/support/numbers.hpp"

namespace icsweep::sharing_test {
namespace {

/// Rank 0 runs a long job on one core of two.
LaunchState one_job() {
  CoreAllotment cores(hosts({0, 0}));
  auto state =
      begin_launch(Scheduler({{.cost = 1e13, .threads = 8}}), cores, MemberAllotment(hosts({0, 0}), {.bandwidth = 0}));
  on_request(state, 0_rank, 0);
  return state;
}

std::vector<int> threads_told(LaunchState& state, double now) {
  Replies replies;
  share_processors(state, now, replies);
  std::vector<int> told;
  for (const Reply& r : replies) told.push_back(std::get<reply::Team>(r.what).threads);
  return told;
}

TEST(SharedProcessors, TellsWhatChanges) {
  auto state = one_job();
  state.cores.lend(1_rank);
  EXPECT_EQ(threads_told(state, 0), std::vector<int>{2});
  EXPECT_EQ(threads_told(state, 0), std::vector<int>{});
}

TEST(SharedProcessors, TellsNothingAfterAStop) {
  auto state = one_job();
  state.cores.lend(1_rank);
  state.scheduler.stop();
  EXPECT_EQ(threads_told(state, 100), std::vector<int>{});
}

TEST(SharedProcessors, LooksAgainAfterASecond) {
  auto state = one_job();
  state.shared = 10;
  threads_told(state, 10.5);
  EXPECT_EQ(state.shared, 10);
  threads_told(state, 11.5);
  EXPECT_EQ(state.shared, 11.5);
}

}  // namespace
}  // namespace icsweep::sharing_test
