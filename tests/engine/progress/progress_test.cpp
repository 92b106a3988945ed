#include "engine/progress/progress.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/forecast/calibration.hpp"
#include "engine/ledger/checkpoint_index.hpp"
#include "engine/progress/progress_text.hpp"
#include "tasks/papers_tasks.hpp"
#include "tests/support/numbers.hpp"

namespace icsweep {
namespace {

using namespace std::chrono_literals;

const ProgressBoard::Clock::time_point start{1h};

class Board : public ::testing::Test {
 protected:
  Board() : experiments_(expand(papers_tasks(), sweep()).experiments) {
    plan_.found[std::size_t(Outcome::done)] = 1;  // the first is already included
    for (std::size_t i = 1; i < experiments_.size(); ++i) plan_.jobs.push_back({&experiments_[i], {}, 0});
  }
  static Sweep sweep() {
    return parse_sweep("[[grid]]\ntask = \"augmented\"\nepochs = 10\nseed = { count = 5 }\n", "s.toml");
  }

  std::vector<Experiment> experiments_;
  StorePlan plan_;
  Scheduler scheduler_{SchedulerJobs(4, {1})};
};

TEST_F(Board, CountsOverAllLaunchesAndTheWorkInFlight) {
  ProgressBoard board(experiments_, plan_, start);
  scheduler_ = Scheduler(SchedulerJobs(4, {predicted_cost(*experiments_[0].task, experiments_[0].config)}));
  scheduler_.assign(0_rank);
  scheduler_.assign(1_rank);
  board.update(0_rank, {100, 100, 6000, 0.5});
  board.ended(0_rank, experiments_[1], Outcome::diverged, "loss is nan");
  scheduler_.complete(0_rank, Outcome::diverged);
  board.update(1_rank, {50, 100, 4000, std::nan("")});
  const Heartbeat h = board.news(scheduler_, start + 10s);
  EXPECT_EQ(h.total, 5);
  EXPECT_EQ(h.done, 1);
  EXPECT_EQ(h.ended, 2);
  EXPECT_EQ(h.counts, (std::map<std::string, std::int64_t>{{"done", 1}, {"diverged", 1}}));
  EXPECT_NEAR(h.share, 2.5 / 5, 1e-12);
  EXPECT_NEAR(h.sequences_per_s, 1000, 1e-6);
  EXPECT_NEAR(h.eta_s, 2.5 / 1.5 * 10, 1e-6);
  EXPECT_TRUE(h.failures.empty());
  ASSERT_EQ(h.in_flight.size(), 1u);
  EXPECT_EQ(h.in_flight[0].label, "seed=2");
  EXPECT_EQ(h.in_flight[0].loss, 0);  // JSON has no NaN
}

TEST_F(Board, WorkOfLaterRoundsIsLeft) {
  ProgressBoard board(experiments_, plan_, start);
  board.expect_rounds(3);
  scheduler_ = Scheduler(SchedulerJobs(4, {predicted_cost(*experiments_[0].task, experiments_[0].config)}));
  for (int i = 0; i < 4; ++i) {
    scheduler_.assign(0_rank);
    scheduler_.complete(0_rank, Outcome::done);
  }
  const Heartbeat h = board.news(scheduler_, start + 10s);
  EXPECT_EQ(h.ended, h.total);
  EXPECT_NEAR(h.share, 1.0 / 3, 1e-12);
  EXPECT_NEAR(h.eta_s, 10.0 / 4 * 10, 1e-6);
}

/// A search that leaves out a quarter of each experiment that has ended, and half of each other one.
class Sparing : public CostliestFirst {
 public:
  Sparing(double cost, double jobs) : cost_(cost), open_(jobs) {}
  void note(JobIndex, Outcome, const std::vector<double>&) override { --open_, ++ended_; }
  SparedWork spared() const override { return {cost_ * ended_ / 4, cost_ * open_ / 2}; }

 private:
  double cost_, open_, ended_ = 0;
};

TEST_F(Board, WorkThatASearchLeavesOutIsNeitherDoneNorLeft) {
  ProgressBoard board(experiments_, plan_, start);
  const double cost = predicted_cost(*experiments_[0].task, experiments_[0].config);
  scheduler_ = Scheduler(SchedulerJobs(4, {cost}), false, std::make_unique<Sparing>(cost, 4));
  scheduler_.assign(0_rank);
  scheduler_.complete(0_rank, Outcome::pruned);
  const Heartbeat h = board.news(scheduler_, start + 10s);
  EXPECT_NEAR(h.eta_s, 10 * 1.5 / 0.75, 1e-6);
  EXPECT_NEAR(h.share, 1.75 / 3.25, 1e-12);
}

TEST_F(Board, KeepsTheLastFailuresTheNewestFirst) {
  ProgressBoard board(experiments_, plan_, start);
  for (const char* message : {"a", "b", "c", "d"}) board.ended(0_rank, experiments_[1], Outcome::failed, message);
  const Heartbeat h = board.news(scheduler_, start);
  ASSERT_EQ(h.failures.size(), 3u);
  EXPECT_EQ(h.failures[0].message, "d");
  EXPECT_EQ(h.failures[2].message, "b");
  EXPECT_EQ(h.failures[0].label, "seed=1");
  EXPECT_EQ(h.failures[0].outcome, "failed");
}

/// The steps of a paused experiment stay done, count once, and end with its row.
TEST_F(Board, AnExperimentGivenBackIsNoLongerInFlightAndItsStepsStayDone) {
  ProgressBoard board(experiments_, plan_, start);
  scheduler_ = Scheduler(SchedulerJobs(4, {predicted_cost(*experiments_[0].task, experiments_[0].config)}));
  const JobIndex job = *scheduler_.assign(0_rank);
  board.began(0_rank, job);
  board.update(0_rank, {50, 100, 5000, 1});
  board.gave_back(0_rank, job);
  scheduler_.give_back(0_rank);
  const Heartbeat h = board.news(scheduler_, start + 10s);
  EXPECT_TRUE(h.in_flight.empty());
  EXPECT_EQ(h.done, 1);
  EXPECT_NEAR(h.share, 1.5 / 5, 1e-12);
  EXPECT_NEAR(h.sequences_per_s, 500, 1e-6);
  ASSERT_EQ(scheduler_.assign(1_rank), job);
  board.began(1_rank, job);
  EXPECT_NEAR(board.news(scheduler_, start + 10s).share, 1.5 / 5, 1e-12);
  board.update(1_rank, {60, 100, 6000, 1});
  EXPECT_NEAR(board.news(scheduler_, start + 10s).share, 1.6 / 5, 1e-12);
  EXPECT_NEAR(board.news(scheduler_, start + 10s).sequences_per_s, 600, 1e-6);
}

TEST_F(Board, WhatIsSavedOfTheRestCountsIntoTheShare) {
  ProgressBoard board(experiments_, plan_, start);
  scheduler_ = Scheduler(SchedulerJobs(4, {predicted_cost(*experiments_[0].task, experiments_[0].config)}));
  scheduler_.assign(0_rank);
  scheduler_.give_back(0_rank);
  board.note_saved(scheduler_, {{experiments_[1].identity, 0.5}, {experiments_[2].identity, 0.25}, {"other", 1}});
  const Heartbeat h = board.news(scheduler_, start + 1s);
  EXPECT_EQ(h.saved, 2);
  EXPECT_DOUBLE_EQ(h.saved_share, 0.375);
  EXPECT_NEAR(h.share, 1.75 / 5, 1e-12);
  EXPECT_EQ(left_text(h), "4 left, 2 of them saved at 37 % on average: run the same command to resume");
}

TEST_F(Board, ShowsTheLossesOfWhatIsInFlightAFewAtATime) {
  ProgressBoard board(experiments_, plan_, start);
  scheduler_.assign(0_rank);
  board.began(0_rank, scheduler_.in_flight().at(0_rank));
  for (int i = 1; i <= 100; ++i) {
    board.update(0_rank, {i, 100, i, 1.0 / i});
    const auto losses = board.news(scheduler_, start + std::chrono::seconds(i)).in_flight.at(0).losses;
    ASSERT_LE(losses.size(), 16u);
    ASSERT_GE(losses.size(), std::size_t(std::min(i, 8)));
    EXPECT_EQ(losses.front(), 1);
    EXPECT_NEAR(losses.back(), 1.0 / i, 1e-4);
  }
}

/// Four jobs; the first resumes at nine tenths.
class BegunBoard : public Board {
 protected:
  BegunBoard() {
    plan_.jobs[0_job].checkpoint = "file";
    plan_.jobs[0_job].begun = CheckpointHead{.step = 90, .steps = 100, .sequences = 90'000, .seconds = 50};
    SchedulerJobs jobs;
    for (const Job& job : plan_.jobs) jobs.push_back({.cost = remaining_cost(job), .begun = jobs.empty()});
    scheduler_ = Scheduler(jobs, true);
  }
  void begin(ProgressBoard& board) {
    ASSERT_EQ(scheduler_.assign(0_rank), 0_job);
    board.began(0_rank, 0_job);
  }
};

TEST_F(BegunBoard, WhatEarlierLaunchesDidIsDoneFromTheBeginning) {
  ProgressBoard board(experiments_, plan_, start);
  EXPECT_NEAR(board.news(scheduler_, start).share, 1.9 / 5, 1e-12);
  begin(board);
  const Heartbeat h = board.news(scheduler_, start + 1s);
  EXPECT_NEAR(h.share, 1.9 / 5, 1e-12);
  EXPECT_LT(h.eta_s, 0) << "this launch has computed nothing yet";
  EXPECT_EQ(h.sequences_per_s, 0);
  ASSERT_EQ(h.in_flight.size(), 1u);
  EXPECT_EQ(h.in_flight[0].step, 90);
  EXPECT_EQ(h.in_flight[0].steps, 100);
}

/// 5 steps of 100 in 10 s: the other 305 take 610 s.
TEST_F(BegunBoard, TheTimeLeftAndTheRateAreOfThisLaunchsWork) {
  ProgressBoard board(experiments_, plan_, start);
  begin(board);
  board.update(0_rank, {95, 100, 95'000, 0.5});
  const Heartbeat h = board.news(scheduler_, start + 10s);
  EXPECT_NEAR(h.share, 1.95 / 5, 1e-12);
  EXPECT_NEAR(h.eta_s, 610, 1e-6);
  EXPECT_NEAR(h.sequences_per_s, 500, 1e-6);
}

TEST_F(BegunBoard, ItsEndAddsNoMoreThanWhatWasLeft) {
  ProgressBoard board(experiments_, plan_, start);
  begin(board);
  board.update(0_rank, {100, 100, 100'000, 0.5});
  board.ended(0_rank, experiments_[1], Outcome::done, "");
  scheduler_.complete(0_rank, Outcome::done);
  const Heartbeat h = board.news(scheduler_, start + 10s);
  EXPECT_NEAR(h.share, 2.0 / 5, 1e-12);
  EXPECT_NEAR(h.sequences_per_s, 1000, 1e-6);
  EXPECT_NEAR(h.eta_s, 300, 1e-6);
}

/// A poll before the first tick reports 0 of 0 steps; a subprocess polls from its first millisecond.
TEST_F(BegunBoard, APollBeforeTheFirstTickTakesNothingBack) {
  ProgressBoard board(experiments_, plan_, start);
  begin(board);
  board.update(0_rank, {});
  EXPECT_NEAR(board.news(scheduler_, start + 1s).share, 1.9 / 5, 1e-12);
  EXPECT_EQ(board.news(scheduler_, start + 1s).in_flight.at(0).step, 90);
  board.update(0_rank, {91, 100, 91'000, 0.5});
  EXPECT_NEAR(board.news(scheduler_, start + 2s).sequences_per_s, 500, 1e-6);
}

TEST_F(BegunBoard, OneThatLacksNothingButItsRowIsDone) {
  plan_.jobs[0_job].begun.change().step = 100;
  ProgressBoard board(experiments_, plan_, start);
  scheduler_ = Scheduler({{.cost = remaining_cost(plan_.jobs[0_job]), .begun = true}, {1}, {1}, {1}}, true);
  begin(board);
  EXPECT_EQ(scheduler_.cost(0_job), 0);
  EXPECT_NEAR(board.news(scheduler_, start + 1s).share, 2.0 / 5, 1e-12);
}

TEST_F(Board, TheShareIsOneAtTheEnd) {
  ProgressBoard board(experiments_, plan_, start);
  for (int job = 0; job < 4; ++job) {
    scheduler_.assign(0_rank);
    scheduler_.complete(0_rank, Outcome::done);
  }
  EXPECT_EQ(board.news(scheduler_, start).share, 1);
}

}  // namespace
}  // namespace icsweep
