#include "engine/launch/launch_state.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/engine/launch/round_robin.hpp"
#include "tests/support/numbers.hpp"

namespace icsweep::launch_state_test {
namespace {

SchedulerJobs jobs_of(const std::vector<double>& costs) {
  SchedulerJobs jobs;
  for (const double cost : costs) jobs.push_back({.cost = cost});
  return jobs;
}

/// The content of the only reply to the rank.
template <class What>
What only(const Replies& replies, Rank rank) {
  EXPECT_EQ(replies.size(), 1u);
  if (replies.size() != 1 || !std::holds_alternative<What>(replies[0].what))
    throw std::runtime_error("another reply was expected");
  EXPECT_EQ(replies[0].rank, rank);
  return std::get<What>(replies[0].what);
}

/// Three ranks of one host. An experiment of each has one thread.
class Launch : public ::testing::Test {
 protected:
  void begin(SchedulerJobs jobs, std::unique_ptr<SchedulingPolicy> policy = nullptr) {
    state_.emplace(begin_launch(Scheduler(std::move(jobs), false, std::move(policy)),
                                CoreAllotment(hosts({0, 0, 0}), 1),
                                MemberAllotment(hosts({0, 0, 0}), {.bandwidth = 0})));
    for (const Rank rank : {1_rank, 2_rank}) EXPECT_TRUE(on_joined(*state_, rank, 0).empty());
  }
  Replies ask(Rank rank, double now = 0) { return on_request(*state_, rank, now); }
  JobIndex job(Rank rank) { return only<reply::Start>(ask(rank), rank).job; }
  void finish(Rank rank, Outcome outcome = Outcome::done) {
    EXPECT_TRUE(on_finished(*state_, rank, {outcome}, 0).empty());
  }

  std::optional<LaunchState> state_;
};

TEST_F(Launch, HandsOutEachJobOnceTheCostliestFirst) {
  begin(jobs_of({1, 3, 2, 4}));
  EXPECT_EQ(job(0_rank), 3_job);
  EXPECT_EQ(job(1_rank), 1_job);
  EXPECT_EQ(job(2_rank), 2_job);
  finish(1_rank);
  EXPECT_EQ(job(1_rank), 0_job);
  finish(2_rank);
  only<reply::Leave>(ask(2_rank), 2_rank);
}

/// The longest jobs are for ranks that come first in turn.
TEST_F(Launch, ARankThatAsksEarlyLeavesTheCostliestToThoseBeforeIt) {
  begin(jobs_of({1, 3, 2}));
  EXPECT_EQ(job(1_rank), 2_job);
  EXPECT_EQ(job(0_rank), 1_job);
}

TEST_F(Launch, RankZeroWaitsInsteadOfLeaving) {
  begin(jobs_of({1}));
  job(1_rank);
  EXPECT_TRUE(ask(0_rank).empty());
  EXPECT_TRUE(on_silence(*state_, 0).empty());
  EXPECT_TRUE(on_released(*state_, 1_rank, {}, 0).empty());
  EXPECT_EQ(only<reply::Start>(on_silence(*state_, 0), 0_rank).job, 0_job);
}

TEST_F(Launch, IsOverWhenEveryJobIsBackAndEveryRankHasLeft) {
  begin(jobs_of({1}));
  job(0_rank);
  finish(0_rank);
  on_left(*state_, 1_rank, 0);
  EXPECT_FALSE(is_over(*state_));
  on_left(*state_, 2_rank, 0);
  EXPECT_TRUE(is_over(*state_));
}

TEST_F(Launch, AfterAStopNothingIsHandedOutAndRanksLeave) {
  begin(jobs_of({1, 1, 1}));
  job(1_rank);
  on_stop(*state_, 0);
  only<reply::Leave>(ask(2_rank), 2_rank);
  on_released(*state_, 1_rank, {}, 0);
  only<reply::Leave>(ask(1_rank), 1_rank);
  EXPECT_TRUE(state_->scheduler.finished());
}

TEST_F(Launch, AJobThatCannotEndInTimeIsNotHandedOut) {
  begin({{.cost = 2, .uninterruptible_seconds = 10}, {.cost = 1, .uninterruptible_seconds = 4}});
  state_->ends = 100;
  EXPECT_EQ(only<reply::Start>(ask(1_rank, 95), 1_rank).job, 1_job);
  only<reply::Leave>(ask(2_rank, 95), 2_rank);
  EXPECT_EQ(state_->scheduler.too_long(), 1u);
}

TEST_F(Launch, ARankThatIsSilentForTooLongHangs) {
  begin(jobs_of({1, 1}));
  state_->liveness = LivenessMonitor(10);
  ask(1_rank, 0);
  ask(2_rank, 0);
  on_progress(*state_, 1_rank, {1, 9, 1, 1}, 8);
  only<reply::Hang>(on_silence(*state_, 11), 2_rank);
}

/// A rank that waits is silent, and one that has left may still send a message.
TEST_F(Launch, NeitherAWaitingRankNorOneThatHasLeftHangs) {
  begin(jobs_of({1, 1, 1}), std::make_unique<RoundRobin>(10));
  state_->liveness = LivenessMonitor(10);
  on_left(*state_, 2_rank, 0);
  on_progress(*state_, 2_rank, {}, 1);
  EXPECT_TRUE(on_silence(*state_, 1000).empty());
}

TEST_F(Launch, AJobPausesForOneThatWaits) {
  begin(jobs_of({1, 1}), std::make_unique<RoundRobin>(10));
  const JobIndex first = job(1_rank);
  EXPECT_TRUE(on_progress(*state_, 1_rank, {0, 100, 0, 1}, 0).empty());
  EXPECT_EQ(only<reply::Pause>(on_progress(*state_, 1_rank, {10, 100, 10, 1}, 0), 1_rank).job, first);
  on_released(*state_, 1_rank, {}, 0);
  EXPECT_NE(job(1_rank), first);
}

TEST_F(Launch, AnIsolatedJobDoesNotPause) {
  begin(jobs_of({1, 1}), std::make_unique<RoundRobin>(10));
  state_->isolation = Isolation(1);
  EXPECT_TRUE(only<reply::Start>(ask(1_rank), 1_rank).isolated);
  on_progress(*state_, 1_rank, {0, 100, 0, 1}, 0);
  EXPECT_TRUE(on_progress(*state_, 1_rank, {10, 100, 10, 1}, 0).empty());
}

TEST_F(Launch, ACrashIsolatesMore) {
  begin(SchedulerJobs(20));
  state_->isolation = Isolation(1);
  EXPECT_TRUE(only<reply::Start>(ask(1_rank), 1_rank).isolated);
  EXPECT_FALSE(only<reply::Start>(ask(2_rank), 2_rank).isolated);
  finish(1_rank, Outcome::crashed);
  EXPECT_TRUE(only<reply::Start>(ask(1_rank), 1_rank).isolated);
}

TEST_F(Launch, AResultOfARankWithoutAJobIsAnError) {
  begin(jobs_of({1}));
  EXPECT_THROW(on_finished(*state_, 1_rank, {Outcome::done}, 0), std::logic_error);
  EXPECT_THROW(on_released(*state_, 1_rank, {}, 0), std::logic_error);
}

/// A search that needs every result before it continues.
class OneAtATime : public CostliestFirst {
 public:
  std::optional<JobIndex> take_after(std::size_t passed_over, const std::function<bool(JobIndex)>& fits) override {
    return std::exchange(busy_, true) ? std::nullopt : CostliestFirst::take_after(passed_over, fits);
  }
  void note(JobIndex, Outcome, const std::vector<double>& rungs) override { busy_ = false, last_ = rungs; }
  bool waits_for_results() const override { return !waiting().empty(); }
  Stint stint(JobIndex) const override { return {.until = RungIndex(last_.size())}; }

 private:
  bool busy_ = false;
  std::vector<double> last_{};
};

TEST_F(Launch, ARankWaitsForResultsAndIsAnsweredWhenOneIsThere) {
  begin(jobs_of({2, 1}), std::make_unique<OneAtATime>());
  state_->cores.exclude(0_rank);
  EXPECT_EQ(only<reply::Start>(ask(1_rank), 1_rank).stint.until, 0_rung);
  EXPECT_TRUE(ask(2_rank).empty());
  EXPECT_TRUE(on_silence(*state_, 0).empty()) << "there is no new result";
  on_released(*state_, 1_rank, {.rungs = {0.5}}, 0);
  const auto start = only<reply::Start>(on_silence(*state_, 0), 2_rank);
  EXPECT_EQ(start.job, 0_job);
  EXPECT_EQ(start.stint.until, 1_rung);
}

TEST_F(Launch, ARankIsAnsweredWhenAJobThatRunsOnHasPassedARung) {
  begin(jobs_of({2, 1}), std::make_unique<OneAtATime>());
  state_->cores.exclude(0_rank);
  only<reply::Start>(ask(1_rank), 1_rank);
  EXPECT_TRUE(ask(2_rank).empty());
  on_rungs(*state_, 0_rank, {0.5});  // it has no job
  EXPECT_TRUE(on_silence(*state_, 0).empty());
  on_rungs(*state_, 1_rank, {0.5});
  EXPECT_EQ(only<reply::Start>(on_silence(*state_, 0), 2_rank).job, 1_job);
}

/// Threads go to running experiments, and come back when there is work.
TEST(LaunchOnOneHost, ProcessorsWithoutWorkAreLent) {
  auto s = begin_launch(Scheduler({{.cost = 2, .threads = 8}, {.cost = 1, .threads = 8}}), CoreAllotment(hosts({0, 0})),
                        MemberAllotment(hosts({0, 0}), {.bandwidth = 0}));
  on_joined(s, 1_rank, 0);
  EXPECT_EQ(only<reply::Start>(on_request(s, 0_rank, 0), 0_rank).threads, 1);
  only<reply::Start>(on_request(s, 1_rank, 0), 1_rank);
  on_finished(s, 1_rank, {Outcome::done}, 0);
  const Replies replies = on_request(s, 1_rank, 0);
  ASSERT_EQ(replies.size(), 2u);
  EXPECT_EQ(replies[0].rank, 0_rank);
  EXPECT_EQ(std::get<reply::Team>(replies[0].what).threads, 2);
  EXPECT_TRUE(std::holds_alternative<reply::Leave>(replies[1].what));
}

/// Each rank is on its own host. Rank 1 runs job 0, in which a step takes a second.
class LaunchOnHosts : public ::testing::Test {
 protected:
  void begin(int ranks, std::size_t jobs) {
    HostOfRank hosts;
    for (int rank = 0; rank < ranks; ++rank) hosts.push_back(Host(rank));
    CoreAllotment cores(hosts);
    cores.exclude(0_rank);
    state_.emplace(begin_launch(Scheduler(SchedulerJobs(jobs, {.cost = 1, .threads = 8, .shared_bytes = 8})), cores,
                                MemberAllotment(hosts, {.round_trip = 1e-4, .bandwidth = 1e9})));
    for (int rank = 1; rank < ranks; ++rank) on_joined(*state_, Rank(rank), 0);
    EXPECT_TRUE(on_request(*state_, 0_rank, 0).empty());
    only<reply::Start>(on_request(*state_, 1_rank, 0), 1_rank);
  }
  /// Rank 1 is at this step in that second.
  void step(long step) { EXPECT_TRUE(on_progress(*state_, 1_rank, {step, 1000, step, 1}, double(step)).empty()); }
  /// Rank 2 has no job and is asked to share job 0.
  void join() {
    step(1);
    step(3);
    EXPECT_TRUE(on_request(*state_, 2_rank, 3).empty());
    const auto join = only<reply::Join>(on_silence(*state_, 3), 2_rank);
    EXPECT_EQ(join.job, 0_job);
    EXPECT_EQ(join.leader, 1_rank);
    EXPECT_EQ(join.threads, 1);
  }
  /// The news about members that rank 1 receives.
  std::map<Rank, int> members(double now) { return only<reply::Team>(on_silence(*state_, now), 1_rank).members; }

  std::optional<LaunchState> state_;
};

TEST_F(LaunchOnHosts, ARankWithoutWorkJoinsAndLeavesWhenTheJobHasEnded) {
  begin(3, 1);
  join();
  on_prepared(*state_, 2_rank, 5);
  EXPECT_EQ(members(5), (std::map<Rank, int>{{2_rank, 1}}));
  on_finished(*state_, 1_rank, {Outcome::done}, 6);
  EXPECT_EQ(only<reply::Drop>(on_silence(*state_, 6), 2_rank).job, 0_job);
  only<reply::Leave>(on_request(*state_, 2_rank, 6), 2_rank);
}

TEST_F(LaunchOnHosts, ARankThatIsUnableDoesNotJoinAgain) {
  begin(3, 1);
  join();
  on_unable(*state_, 2_rank, 5);
  EXPECT_TRUE(on_request(*state_, 2_rank, 5).empty());
  for (double now = 5; now < 20; ++now) EXPECT_TRUE(on_silence(*state_, now).empty());
}

/// Rank 3 gives job 1 back and leaves, so rank 2 leaves job 0 for it.
TEST_F(LaunchOnHosts, AMemberIsRecalledForAJobThatWaits) {
  begin(4, 2);
  only<reply::Start>(on_request(*state_, 3_rank, 0), 3_rank);
  join();
  on_prepared(*state_, 2_rank, 5);
  members(5);
  on_released(*state_, 3_rank, {}, 6);
  on_left(*state_, 3_rank, 6);
  EXPECT_TRUE(members(6).empty());
  EXPECT_EQ(only<reply::Start>(on_request(*state_, 2_rank, 7), 2_rank).job, 1_job);
}

TEST_F(LaunchOnHosts, AJobKeptForARankThatLeavesWaitsAgain) {
  begin(4, 2);
  only<reply::Start>(on_request(*state_, 3_rank, 0), 3_rank);
  join();
  on_prepared(*state_, 2_rank, 5);
  members(5);
  on_released(*state_, 3_rank, {}, 6);
  on_left(*state_, 3_rank, 6);
  on_silence(*state_, 6);
  on_left(*state_, 2_rank, 7);
  EXPECT_EQ(state_->scheduler.waiting(), 1u);
}

/// Rank 3 is of another launch.
TEST_F(Launch, AGuestGetsJobsAndItsLossGivesThemBack) {
  begin(jobs_of({1, 2}));
  on_guest(*state_, 1_host, {}, 100, 0);
  EXPECT_EQ(job(3_rank), 1_job);
  EXPECT_EQ(job(1_rank), 0_job);
  EXPECT_TRUE(ask(2_rank).empty());  // it waits: the guest may be lost
  on_lost(*state_, 3_rank, true, 1);
  const auto start = only<reply::Start>(on_silence(*state_, 1), 2_rank);
  EXPECT_EQ(start.job, 1_job);
  EXPECT_TRUE(start.isolated);  // it may be the cause
  EXPECT_FALSE(state_->present.contains(3_rank));
  EXPECT_TRUE(on_lost(*state_, 3_rank, true, 2).empty());  // once more is nothing
  EXPECT_EQ(state_->scheduler.in_flight().at(2_rank), 1_job);
}

TEST_F(Launch, TheJobOfASilentGuestIsNotTheCause) {
  begin(jobs_of({1, 2}));
  on_guest(*state_, 1_host, {}, 100, 0);
  EXPECT_EQ(job(3_rank), 1_job);
  EXPECT_EQ(job(1_rank), 0_job);
  EXPECT_TRUE(ask(2_rank).empty());
  on_lost(*state_, 3_rank, false, 1);
  EXPECT_FALSE(only<reply::Start>(on_silence(*state_, 1), 2_rank).isolated);
}

TEST_F(Launch, AGuestWithoutAJobLeavesAtOnceUnlessAnotherLaunchFollows) {
  begin(jobs_of({1}));
  on_guest(*state_, 1_host, {}, 100, 0);
  on_guest(*state_, 1_host, {}, 100, 0);
  job(1_rank);
  only<reply::Leave>(ask(3_rank), 3_rank);
  state_->keeps_guests = true;
  EXPECT_TRUE(ask(4_rank).empty());
  finish(1_rank);
  bool leaves = false;
  for (const Reply& reply : on_silence(*state_, 0))
    leaves |= reply.rank == 4_rank && std::holds_alternative<reply::Leave>(reply.what);
  EXPECT_TRUE(leaves);
}

TEST_F(Launch, AGuestsTimeLimitIsItsOwn) {
  begin({{.cost = 2, .uninterruptible_seconds = 10}, {.cost = 1, .uninterruptible_seconds = 10}});
  on_guest(*state_, 1_host, {}, 5, 0);
  only<reply::Leave>(ask(3_rank), 3_rank);  // a job would not end in its time
  EXPECT_EQ(job(0_rank), 0_job);            // and others continue
}

TEST_F(Launch, AJobOnItsWayToAGuestThatLeavesWaitsAgain) {
  begin(jobs_of({1}));
  on_guest(*state_, 1_host, {}, 100, 0);
  job(3_rank);
  on_left(*state_, 3_rank, 0);
  EXPECT_EQ(job(1_rank), 0_job);
}

/// Four ranks of one host, whose experiments may lend cores.
class LaunchWithResources : public ::testing::Test {
 protected:
  void begin(SchedulerJobs jobs) {
    const HostOfRank of = hosts({0, 0, 0, 0});
    const Placement placement(jobs, {{{.name = "h", .cores = 4}}, of});
    state_.emplace(
        begin_launch(Scheduler(std::move(jobs)), CoreAllotment(of), MemberAllotment(of, {.bandwidth = 0}), placement));
    for (const Rank rank : {1_rank, 2_rank, 3_rank}) on_joined(*state_, rank, 0);
  }
  reply::Start start(Rank rank) { return only<reply::Start>(on_request(*state_, rank, 0), rank); }
  void finish(Rank rank) { on_finished(*state_, rank, {Outcome::done}, 0); }

  std::optional<LaunchState> state_;
};

TEST_F(LaunchWithResources, AWideJobHasItsCoresAndOthersWaitForThem) {
  begin({{.cost = 9, .needs = {.cores = 4}}, {.cost = 1}});
  const auto first = start(0_rank);
  EXPECT_EQ(first.job, 0_job);
  EXPECT_EQ(first.threads, 4);
  EXPECT_TRUE(first.allotment.is_alone);
  EXPECT_TRUE(on_request(*state_, 1_rank, 0).empty());
  EXPECT_TRUE(on_silence(*state_, 0).empty());
  finish(0_rank);
  EXPECT_EQ(only<reply::Start>(on_silence(*state_, 0), 1_rank).job, 1_job);
}

TEST_F(LaunchWithResources, IdleCoresLendThemselvesExceptThoseOfAWideJob) {
  begin({{.cost = 9, .threads = 64}, {.cost = 1, .threads = 64, .needs = {.cores = 2}}});
  EXPECT_EQ(start(0_rank).job, 0_job);
  const auto wide = start(1_rank);
  EXPECT_EQ(wide.threads, 2);
  for (const Rank rank : {2_rank, 3_rank}) on_request(*state_, rank, 0);
  EXPECT_EQ(state_->cores.threads(0_rank), 2);
  EXPECT_EQ(state_->cores.threads(1_rank), 2);
  finish(1_rank);
  on_request(*state_, 1_rank, 0);
  EXPECT_EQ(state_->cores.threads(0_rank), 4);
}

TEST_F(LaunchWithResources, TheReservedJobBeginsAndThenTheOthers) {
  begin({{.cost = 3}, {.cost = 2, .needs = {.cores = 4}}, {.cost = 1.5, .needs = {.cores = 4}}, {.cost = 1}});
  EXPECT_EQ(start(0_rank).job, 0_job);
  EXPECT_EQ(start(1_rank).job, 3_job) << "it ends before the wide one can begin";
  finish(1_rank);
  EXPECT_TRUE(on_request(*state_, 1_rank, 0).empty());
  finish(0_rank);
  EXPECT_EQ(start(0_rank).job, 1_job);
  finish(0_rank);
  EXPECT_EQ(start(0_rank).job, 2_job);
}

TEST_F(LaunchWithResources, AJobThatFitsNowhereWaitsForAGuestThatCanHoldIt) {
  begin({{.cost = 1, .needs = {.cores = 8}}});
  EXPECT_TRUE(on_request(*state_, 0_rank, 0).empty());
  EXPECT_TRUE(on_request(*state_, 1_rank, 0).empty());
  EXPECT_FALSE(state_->scheduler.finished());
  on_guest(*state_, 1_host, {.cores = 6}, 100, 0);
  only<reply::Leave>(on_request(*state_, 4_rank, 0), 4_rank);
  on_guest(*state_, 2_host, {.cores = 8}, 100, 0);
  EXPECT_EQ(start(5_rank).job, 0_job);
}

}  // namespace
}  // namespace icsweep::launch_state_test
