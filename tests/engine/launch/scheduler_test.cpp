#include "engine/launch/scheduler.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <random>
#include <set>

#include "tests/engine/launch/round_robin.hpp"
#include "tests/support/numbers.hpp"

namespace icsweep {
namespace {

SchedulerJobs jobs_of(const std::vector<double>& costs) {
  SchedulerJobs jobs;
  for (const double cost : costs) jobs.push_back({.cost = cost});
  return jobs;
}

/// Ranks that leave jobs to others get each job once, and the cheapest that fits if no rank comes after those.
TEST(CostliestFirst, WhoPassesJobsOverGetsTheNextThatFits) {
  CostliestFirst policy;
  policy.begin({{.cost = 4}, {.cost = 3}, {.cost = 2}, {.cost = 1}});
  const auto all = [](JobIndex) { return true; };
  const auto two = [](JobIndex job) { return job < 2_job; };
  EXPECT_EQ(policy.take_after(2, all), 2_job);
  EXPECT_EQ(policy.take_after(1, two), 1_job);
  EXPECT_EQ(policy.take_after(1, two), 0_job) << "no job after it fits";
  EXPECT_EQ(policy.take_after(0, two), std::nullopt);
  EXPECT_EQ(policy.take_after(9, all), 3_job);
  EXPECT_EQ(policy.take_after(9, all), std::nullopt);
}

TEST(Scheduler, HandsOutTheCostliestFirstAndTiesInOrder) {
  Scheduler s(jobs_of({1, 5, 3, 5}));
  EXPECT_EQ(s.assign(0_rank), 1_job);
  EXPECT_EQ(s.assign(1_rank), 3_job);
  EXPECT_EQ(s.assign(2_rank), 2_job);
  EXPECT_EQ(s.assign(3_rank), 0_job);
  EXPECT_EQ(s.assign(4_rank), std::nullopt);
}

TEST(Scheduler, LeavesTheFirstJobsToOthersIfThereAreMore) {
  Scheduler s(jobs_of({1, 5, 3, 4}));
  EXPECT_EQ(s.assign(0_rank, 1e9, 2), 2_job);
  EXPECT_EQ(s.assign(1_rank, 1e9, 9), 0_job);
  EXPECT_EQ(s.assign(2_rank, 1e9, 0), 1_job);
  EXPECT_EQ(s.assign(3_rank, 1e9, 1), 3_job);
}

/// Otherwise each stopped launch would leave other experiments unfinished, and ever more of them.
TEST(Scheduler, HandsOutWhatWasBegunFirstAndTheCostliestOfIt) {
  Scheduler s({{9}, {.cost = 1, .begun = true}, {.cost = 3, .begun = true}, {8}, {.cost = 1, .begun = true}});
  for (const JobIndex job : {2_job, 1_job, 4_job, 0_job, 3_job}) {
    EXPECT_EQ(s.assign(0_rank), job);
    s.complete(0_rank, Outcome::done);
  }
}

TEST(Scheduler, StopAndResumeForEverLeavesNoMoreBegunThanRanks) {
  constexpr int ranks = 3;
  std::mt19937 random(2);
  std::vector<bool> begun(20);
  for (int launch = 0; launch < 30; ++launch) {
    SchedulerJobs jobs;
    for (std::size_t j = 0; j < begun.size(); ++j) jobs.push_back({.cost = double(random() % 10), .begun = begun[j]});
    Scheduler s(jobs);
    for (const Rank rank : indices<Rank>(ranks)) begun[s.assign(rank)->value()] = true;
    EXPECT_LE(std::count(begun.begin(), begun.end(), true), ranks);
  }
}

TEST(Scheduler, ARankHoldsOneJob) {
  Scheduler s(jobs_of({1, 1}));
  s.assign(0_rank);
  EXPECT_THROW(s.assign(0_rank), std::logic_error);
  EXPECT_THROW(s.complete(1_rank, Outcome::done), std::logic_error);
}

TEST(Scheduler, AnInterruptedJobIsHandedOutAgain) {
  Scheduler s(jobs_of({1, 2}));
  EXPECT_EQ(s.assign(0_rank), 1_job);
  s.give_back(0_rank);
  EXPECT_EQ(s.completed(), 0u);
  EXPECT_EQ(s.assign(1_rank), 1_job);
}

TEST(Scheduler, AfterStopNothingIsHandedOutAndWhatIsInFlightMayEnd) {
  Scheduler s(jobs_of({1, 2, 3}));
  s.assign(0_rank);
  s.stop();
  EXPECT_EQ(s.assign(1_rank), std::nullopt);
  EXPECT_FALSE(s.finished());
  s.complete(0_rank, Outcome::done);
  EXPECT_TRUE(s.finished());
  EXPECT_EQ(s.waiting(), 2u);
}

/// An experiment that cannot be interrupted needs its whole time. One that can needs none.
TEST(Scheduler, DoesNotBeginWhatCannotEndInTime) {
  Scheduler s({{.cost = 4, .uninterruptible_seconds = 400},
               {.cost = 3, .uninterruptible_seconds = 300},
               {.cost = 2, .uninterruptible_seconds = 0},
               {.cost = 1, .uninterruptible_seconds = 100}});
  EXPECT_EQ(s.assign(0_rank, 350), 1_job);
  EXPECT_EQ(s.assign(1_rank, 90), 2_job);
  EXPECT_FALSE(s.stopped());
  EXPECT_EQ(s.assign(2_rank, 90), std::nullopt);
  EXPECT_FALSE(s.finished());
  s.complete(0_rank, Outcome::done);
  s.complete(1_rank, Outcome::done);
  EXPECT_TRUE(s.finished());
  EXPECT_EQ(s.waiting(), 2u);
  EXPECT_EQ(s.too_long(), 1u) << "the other fits into a whole launch";
}

TEST(Scheduler, AskingWhenAllIsHandedOutDoesNotKeepWhatIsGivenBackFromBeingHandedOutAgain) {
  Scheduler s({{.cost = 1, .uninterruptible_seconds = 100}});
  EXPECT_EQ(s.assign(0_rank, 200), 0_job);
  EXPECT_EQ(s.assign(1_rank, 200), std::nullopt);
  s.give_back(0_rank);
  EXPECT_EQ(s.assign(1_rank, 200), 0_job);
}

/// A scheduler whose first experiments end with these outcomes.
Scheduler after(std::size_t jobs, const std::vector<Outcome>& outcomes, bool some_done = false) {
  Scheduler s(jobs_of(std::vector<double>(jobs, 1)), some_done);
  for (const Outcome outcome : outcomes)
    if (s.assign(0_rank)) s.complete(0_rank, outcome);
  return s;
}

TEST(Scheduler, StopsWhenTheFirstFewAllFailed) {
  const std::vector<Outcome> five(5, Outcome::failed);
  EXPECT_TRUE(after(9, five).hopeless());
  EXPECT_EQ(after(9, five).assign(1_rank), std::nullopt);
  EXPECT_EQ(after(9, five).waiting(), 4u);
  EXPECT_FALSE(after(9, {Outcome::failed, Outcome::failed, Outcome::failed, Outcome::failed}).stopped());
  EXPECT_FALSE(after(5, five).stopped());  // there is no other job
  EXPECT_FALSE(after(9, five, true).stopped());
}

TEST(Scheduler, GoesOnAfterOneOfTheFirstDidNotFail) {
  for (const Outcome other : {Outcome::done, Outcome::diverged, Outcome::timed_out, Outcome::crashed}) {
    std::vector<Outcome> outcomes(8, Outcome::failed);
    outcomes[4] = other;
    EXPECT_FALSE(after(20, outcomes).stopped());
  }
}

/// Hands out the last job first. A job that was given back waits behind all others.
class LastFirst : public SchedulingPolicy {
 public:
  void begin(const SchedulerJobs& jobs) override { std::ranges::copy(jobs.indices(), std::back_inserter(waiting_)); }
  std::optional<JobIndex> take(const std::function<bool(JobIndex)>& fits) override {
    if (!fits(waiting_.back())) return std::nullopt;
    const JobIndex job = waiting_.back();
    waiting_.pop_back();
    return job;
  }
  void give_back(JobIndex job) override { waiting_.insert(waiting_.begin(), job); }
  const std::vector<JobIndex>& waiting() const override { return waiting_; }

 private:
  std::vector<JobIndex> waiting_;
};

TEST(Scheduler, AnotherPolicyDecidesWhatIsNext) {
  Scheduler s(jobs_of({9, 1, 5}), false, std::make_unique<LastFirst>());
  EXPECT_EQ(s.assign(0_rank), 2_job);
  EXPECT_EQ(s.assign(1_rank), 1_job);
  s.give_back(0_rank);  // paused, so it waits behind the others
  EXPECT_EQ(s.assign(0_rank), 0_job);
  s.complete(0_rank, Outcome::done);
  EXPECT_EQ(s.assign(0_rank), 2_job);
  s.complete(0_rank, Outcome::done);
  s.complete(1_rank, Outcome::done);
  EXPECT_TRUE(s.finished());
  EXPECT_EQ(s.completed(), 3u);
}

TEST(Scheduler, WithoutAPolicyThatPausesNoJobDoes) {
  Scheduler s(jobs_of({1, 2}));
  s.assign(0_rank);
  EXPECT_FALSE(s.pauses(0_rank, {50, 100, 0, 0}));
}

TEST(Scheduler, AJobPausesOnlyForOneThatWaits) {
  Scheduler s({{1}, {1}, {.cost = 1, .uninterruptible_seconds = 5}}, false, std::make_unique<RoundRobin>(10));
  EXPECT_FALSE(s.pauses(0_rank, {10, 100, 0, 0})) << "a late report of a rank without a job";
  s.assign(0_rank);
  for (const long step : {0, 9}) EXPECT_FALSE(s.pauses(0_rank, {step, 100, 0, 0}));
  EXPECT_TRUE(s.pauses(0_rank, {10, 100, 0, 0}));
  s.assign(1_rank);
  s.assign(2_rank);
  EXPECT_FALSE(s.pauses(0_rank, {20, 100, 0, 0})) << "no job waits";
  s.give_back(1_rank);
  EXPECT_TRUE(s.pauses(0_rank, {20, 100, 0, 0}));
  for (const long step : {0, 20}) EXPECT_FALSE(s.pauses(2_rank, {step, 100, 0, 0})) << "it cannot be interrupted";
  s.stop();
  EXPECT_FALSE(s.pauses(0_rank, {20, 100, 0, 0}));
}

/// Some pauses come late, when the job has ended.
TEST(Scheduler, JobsThatTakeTurnsAreNeitherLostNorDoubled) {
  std::mt19937 random(3);
  for (const int ranks : {1, 3}) {
    Scheduler s(jobs_of(std::vector<double>(7, 1)), false, std::make_unique<RoundRobin>(10));
    Indexed<JobIndex, long> steps(7), turns(7);
    while (!s.finished()) {
      const Rank rank(int(random() % unsigned(ranks)));
      const auto held = s.in_flight().find(rank);
      if (held == s.in_flight().end()) {
        if (const auto job = s.assign(rank)) ++turns[*job];
        continue;
      }
      const JobIndex job = held->second;
      const bool pauses = s.pauses(rank, {steps[job]++, 35, 0, 0});
      if (steps[job] == 35) s.complete(rank, Outcome::done);
      else if (pauses) s.give_back(rank);
      ASSERT_EQ(s.waiting() + s.in_flight().size() + s.completed(), 7u);
    }
    EXPECT_EQ(s.count(Outcome::done), 7u);
    for (const long all : steps) EXPECT_EQ(all, 35);
    EXPECT_GT(std::accumulate(turns.begin(), turns.end(), 0L), 2 * 7) << "no jobs took turns";
  }
}

TEST(Scheduler, AnEmptySweepIsFinished) {
  EXPECT_TRUE(Scheduler(jobs_of({})).finished());
}

// Whatever the order of events, every job ends exactly once and the counts add up.
TEST(Scheduler, RandomEventsLoseAndRepeatNothing) {
  std::mt19937 random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const int jobs = int(random() % 40), ranks = 1 + int(random() % 6);
    std::vector<double> costs;
    for (int j = 0; j < jobs; ++j) costs.push_back(double(random() % 10));
    Scheduler s(jobs_of(costs));
    std::set<JobIndex> ended;
    while (!s.finished()) {
      const Rank rank(int(random() % unsigned(ranks)));
      const auto held = s.in_flight().find(rank);
      if (held == s.in_flight().end()) s.assign(rank);
      else if (random() % 4 == 0) s.give_back(rank);
      else {
        EXPECT_TRUE(ended.insert(held->second).second) << "a job ended twice";
        s.complete(rank, random() % 5 == 0 ? Outcome::failed : Outcome::done);
      }
      ASSERT_EQ(s.waiting() + s.in_flight().size() + s.completed(), std::size_t(jobs));
    }
    EXPECT_EQ(ended.size(), std::size_t(jobs));
    EXPECT_EQ(s.count(Outcome::done) + s.count(Outcome::failed), std::size_t(jobs));
    EXPECT_EQ(s.completed_cost(), std::accumulate(costs.begin(), costs.end(), 0.0));
  }
}

}  // namespace
}  // namespace icsweep
