#include "engine/scheduling/launch_state.hpp"

#include <gtest/gtest.h>

#include <numeric>
#include <stdexcept>

#include "tests/engine/scheduling/round_robin.hpp"

namespace icsweep::launch_state_test {
namespace {

std::vector<SchedulerJob> jobs_of(const std::vector<double>& costs) {
  std::vector<SchedulerJob> jobs;
  for (const double cost : costs) jobs.push_back({.cost = cost});
  return jobs;
}

/// What the only reply to the rank tells.
template <class What>
What only(const Replies& replies, int rank) {
  EXPECT_EQ(replies.size(), 1u);
  if (replies.size() != 1 || !std::holds_alternative<What>(replies[0].what))
    throw std::runtime_error("another reply was expected");
  EXPECT_EQ(replies[0].rank, rank);
  return std::get<What>(replies[0].what);
}

/// Three ranks of one host, an experiment of each has one thread.
class Launch : public ::testing::Test {
 protected:
  void begin(std::vector<SchedulerJob> jobs, std::unique_ptr<SchedulingPolicy> policy = nullptr) {
    state_.emplace(begin_launch(Scheduler(std::move(jobs), false, std::move(policy)), CoreAllotment({0, 0, 0}, 1),
                                MemberAllotment({0, 0, 0}, {.bandwidth = 0})));
    for (const int rank : {1, 2}) EXPECT_TRUE(on_joined(*state_, rank, 0).empty());
  }
  Replies ask(int rank, double now = 0) { return on_request(*state_, rank, now); }
  std::size_t job(int rank) { return only<reply::Start>(ask(rank), rank).job; }
  void finish(int rank, Outcome outcome = Outcome::done) {
    EXPECT_TRUE(on_finished(*state_, rank, {outcome}, 0).empty());
  }

  std::optional<LaunchState> state_;
};

TEST_F(Launch, HandsOutEachJobOnceTheCostliestFirst) {
  begin(jobs_of({1, 3, 2, 4}));
  EXPECT_EQ(job(0), 3u);
  EXPECT_EQ(job(1), 1u);
  EXPECT_EQ(job(2), 2u);
  finish(1);
  EXPECT_EQ(job(1), 0u);
  finish(2);
  only<reply::Leave>(ask(2), 2);
}

/// The longest jobs are for ranks that come first in turn.
TEST_F(Launch, ARankThatAsksEarlyLeavesTheCostliestToThoseBeforeIt) {
  begin(jobs_of({1, 3, 2}));
  EXPECT_EQ(job(1), 2u);
  EXPECT_EQ(job(0), 1u);
}

TEST_F(Launch, RankZeroWaitsInsteadOfLeaving) {
  begin(jobs_of({1}));
  job(1);
  EXPECT_TRUE(ask(0).empty());
  EXPECT_TRUE(on_silence(*state_, 0).empty());
  EXPECT_TRUE(on_released(*state_, 1, {}, 0).empty());
  EXPECT_EQ(only<reply::Start>(on_silence(*state_, 0), 0).job, 0u);
}

TEST_F(Launch, IsOverWhenEveryJobIsBackAndEveryRankHasLeft) {
  begin(jobs_of({1}));
  job(0);
  finish(0);
  on_left(*state_, 1, 0);
  EXPECT_FALSE(is_over(*state_));
  on_left(*state_, 2, 0);
  EXPECT_TRUE(is_over(*state_));
}

TEST_F(Launch, AfterAStopNothingIsHandedOutAndRanksLeave) {
  begin(jobs_of({1, 1, 1}));
  job(1);
  on_stop(*state_, 0);
  only<reply::Leave>(ask(2), 2);
  on_released(*state_, 1, {}, 0);
  only<reply::Leave>(ask(1), 1);
  EXPECT_TRUE(state_->scheduler.finished());
}

TEST_F(Launch, AJobThatCannotEndInTimeIsNotHandedOut) {
  begin({{.cost = 2, .uninterruptible_seconds = 10}, {.cost = 1, .uninterruptible_seconds = 4}});
  state_->ends = 100;
  EXPECT_EQ(only<reply::Start>(ask(1, 95), 1).job, 1u);
  only<reply::Leave>(ask(2, 95), 2);
  EXPECT_EQ(state_->scheduler.too_long(), 1u);
}

TEST_F(Launch, ARankThatIsSilentForTooLongHangs) {
  begin(jobs_of({1, 1}));
  state_->liveness = LivenessMonitor(10);
  ask(1, 0);
  ask(2, 0);
  on_progress(*state_, 1, {1, 9, 1, 1}, 8);
  only<reply::Hang>(on_silence(*state_, 11), 2);
}

/// A rank that waits says nothing, and one that has left may still be heard of.
TEST_F(Launch, NeitherAWaitingRankNorOneThatHasLeftHangs) {
  begin(jobs_of({1, 1, 1}), std::make_unique<RoundRobin>(10));
  state_->liveness = LivenessMonitor(10);
  on_left(*state_, 2, 0);
  on_progress(*state_, 2, {}, 1);
  EXPECT_TRUE(on_silence(*state_, 1000).empty());
}

TEST_F(Launch, AJobPausesForOneThatWaits) {
  begin(jobs_of({1, 1}), std::make_unique<RoundRobin>(10));
  const std::size_t first = job(1);
  EXPECT_TRUE(on_progress(*state_, 1, {0, 100, 0, 1}, 0).empty());
  EXPECT_EQ(only<reply::Pause>(on_progress(*state_, 1, {10, 100, 10, 1}, 0), 1).job, first);
  on_released(*state_, 1, {}, 0);
  EXPECT_NE(job(1), first);
}

TEST_F(Launch, AnIsolatedJobDoesNotPause) {
  begin(jobs_of({1, 1}), std::make_unique<RoundRobin>(10));
  state_->isolation = Isolation(1);
  EXPECT_TRUE(only<reply::Start>(ask(1), 1).isolated);
  on_progress(*state_, 1, {0, 100, 0, 1}, 0);
  EXPECT_TRUE(on_progress(*state_, 1, {10, 100, 10, 1}, 0).empty());
}

TEST_F(Launch, ACrashIsolatesMore) {
  begin(std::vector<SchedulerJob>(20));
  state_->isolation = Isolation(1);
  EXPECT_TRUE(only<reply::Start>(ask(1), 1).isolated);
  EXPECT_FALSE(only<reply::Start>(ask(2), 2).isolated);
  finish(1, Outcome::crashed);
  EXPECT_TRUE(only<reply::Start>(ask(1), 1).isolated);
}

TEST_F(Launch, AResultOfARankWithoutAJobIsAnError) {
  begin(jobs_of({1}));
  EXPECT_THROW(on_finished(*state_, 1, {Outcome::done}, 0), std::logic_error);
  EXPECT_THROW(on_released(*state_, 1, {}, 0), std::logic_error);
}

/// A search that wants every result before it goes on.
class OneAtATime : public CostliestFirst {
 public:
  std::optional<std::size_t> take_after(std::size_t passed_over,
                                        const std::function<bool(std::size_t)>& fits) override {
    return std::exchange(busy_, true) ? std::nullopt : CostliestFirst::take_after(passed_over, fits);
  }
  void note(std::size_t, Outcome, const std::vector<double>& rungs) override { busy_ = false, last_ = rungs; }
  bool waits_for_results() const override { return !waiting().empty(); }
  Stint stint(std::size_t) const override { return {.until = int(last_.size())}; }

 private:
  bool busy_ = false;
  std::vector<double> last_{};
};

TEST_F(Launch, ARankWaitsForResultsAndIsAnsweredWhenOneIsThere) {
  begin(jobs_of({2, 1}), std::make_unique<OneAtATime>());
  state_->cores.exclude(0);
  EXPECT_EQ(only<reply::Start>(ask(1), 1).stint.until, 0);
  EXPECT_TRUE(ask(2).empty());
  EXPECT_TRUE(on_silence(*state_, 0).empty()) << "nothing is new";
  on_released(*state_, 1, {.rungs = {0.5}}, 0);
  const auto start = only<reply::Start>(on_silence(*state_, 0), 2);
  EXPECT_EQ(start.job, 0u);
  EXPECT_EQ(start.stint.until, 1);
}

/// Threads go to what still runs, and come back when there is work.
TEST(LaunchOnOneHost, ProcessorsWithoutWorkAreLent) {
  auto s = begin_launch(Scheduler({{.cost = 2, .threads = 8}, {.cost = 1, .threads = 8}}), CoreAllotment({0, 0}),
                        MemberAllotment({0, 0}, {.bandwidth = 0}));
  on_joined(s, 1, 0);
  EXPECT_EQ(only<reply::Start>(on_request(s, 0, 0), 0).threads, 1);
  only<reply::Start>(on_request(s, 1, 0), 1);
  on_finished(s, 1, {Outcome::done}, 0);
  const Replies replies = on_request(s, 1, 0);
  ASSERT_EQ(replies.size(), 2u);
  EXPECT_EQ(replies[0].rank, 0);
  EXPECT_EQ(std::get<reply::Team>(replies[0].what).threads, 2);
  EXPECT_TRUE(std::holds_alternative<reply::Leave>(replies[1].what));
}

/// Each rank is a host of its own; rank 1 runs job 0, which takes a second for a step.
class LaunchOnHosts : public ::testing::Test {
 protected:
  void begin(int ranks, std::size_t jobs) {
    std::vector<int> hosts(std::size_t(ranks), 0);
    std::iota(hosts.begin(), hosts.end(), 0);
    CoreAllotment cores(hosts);
    cores.exclude(0);
    state_.emplace(
        begin_launch(Scheduler(std::vector<SchedulerJob>(jobs, {.cost = 1, .threads = 8, .shared_bytes = 8})), cores,
                     MemberAllotment(hosts, {.round_trip = 1e-4, .bandwidth = 1e9})));
    for (int rank = 1; rank < ranks; ++rank) on_joined(*state_, rank, 0);
    EXPECT_TRUE(on_request(*state_, 0, 0).empty());
    only<reply::Start>(on_request(*state_, 1, 0), 1);
  }
  /// Rank 1 is at this step in that second.
  void step(long step) { EXPECT_TRUE(on_progress(*state_, 1, {step, 1000, step, 1}, double(step)).empty()); }
  /// Rank 2 has no job and is to share job 0.
  void join() {
    step(1);
    step(3);
    EXPECT_TRUE(on_request(*state_, 2, 3).empty());
    const auto join = only<reply::Join>(on_silence(*state_, 3), 2);
    EXPECT_EQ(join.job, 0u);
    EXPECT_EQ(join.leader, 1);
    EXPECT_EQ(join.threads, 1);
  }
  /// What rank 1 hears of its members.
  std::map<int, int> members(double now) { return only<reply::Team>(on_silence(*state_, now), 1).members; }

  std::optional<LaunchState> state_;
};

TEST_F(LaunchOnHosts, ARankWithoutWorkJoinsAndLeavesWhenTheJobHasEnded) {
  begin(3, 1);
  join();
  on_prepared(*state_, 2, 5);
  EXPECT_EQ(members(5), (std::map<int, int>{{2, 1}}));
  on_finished(*state_, 1, {Outcome::done}, 6);
  EXPECT_EQ(only<reply::Drop>(on_silence(*state_, 6), 2).job, 0u);
  only<reply::Leave>(on_request(*state_, 2, 6), 2);
}

TEST_F(LaunchOnHosts, ARankThatIsUnableDoesNotJoinAgain) {
  begin(3, 1);
  join();
  on_unable(*state_, 2, 5);
  EXPECT_TRUE(on_request(*state_, 2, 5).empty());
  for (double now = 5; now < 20; ++now) EXPECT_TRUE(on_silence(*state_, now).empty());
}

/// Rank 3 gives job 1 back and leaves, so that rank 2 leaves job 0 for it.
TEST_F(LaunchOnHosts, AMemberIsRecalledForAJobThatWaits) {
  begin(4, 2);
  only<reply::Start>(on_request(*state_, 3, 0), 3);
  join();
  on_prepared(*state_, 2, 5);
  members(5);
  on_released(*state_, 3, {}, 6);
  on_left(*state_, 3, 6);
  EXPECT_TRUE(members(6).empty());
  EXPECT_EQ(only<reply::Start>(on_request(*state_, 2, 7), 2).job, 1u);
}

TEST_F(LaunchOnHosts, AJobKeptForARankThatLeavesWaitsAgain) {
  begin(4, 2);
  only<reply::Start>(on_request(*state_, 3, 0), 3);
  join();
  on_prepared(*state_, 2, 5);
  members(5);
  on_released(*state_, 3, {}, 6);
  on_left(*state_, 3, 6);
  on_silence(*state_, 6);
  on_left(*state_, 2, 7);
  EXPECT_EQ(state_->scheduler.waiting(), 1u);
}

}  // namespace
}  // namespace icsweep::launch_state_test
