#include "engine/run/launch_loop.hpp"

#include <gtest/gtest.h>

#include <set>

#include "engine/cluster/exit_status.hpp"
#include "engine/run/launch_jobs.hpp"
#include "engine/sweep/grid.hpp"
#include "io/base/temporary_folder.hpp"
#include "tasks/papers_tasks.hpp"
#include "tests/engine/run/fake_comm.hpp"
#include "tests/engine/launch/round_robin.hpp"
#include "tests/engine/worker/rows_in_memory.hpp"
#include "tests/support/numbers.hpp"

namespace icsweep {
namespace {

std::string said(MessageKind kind, Outcome outcome = Outcome::pending, long step = 0) {
  WorkerMessage message;
  message.progress = {step, 20, step, 1};
  message.kind = kind;
  message.outcome = outcome;
  return to_message(message);
}

MemberAllotment without_members(int ranks) {
  return {HostOfRank(std::size_t(ranks)), {.bandwidth = 0}};
}

std::vector<Experiment> experiments_of(const std::string& grid) {
  return expand(papers_tasks(), parse_sweep("[[grid]]\n" + grid, "s.toml")).experiments;
}

StorePlan plan_of(const std::vector<Experiment>& experiments) {
  StorePlan plan;
  for (std::size_t i = 0; i < experiments.size(); ++i)
    plan.jobs.push_back({&experiments[i], RowIndex(std::int64_t(i)), 0});
  return plan;
}

LaunchState state_of(const StorePlan& plan, const CoreAllotment& cores, int ranks, const RunnerSettings& settings,
                     std::unique_ptr<SchedulingPolicy> policy) {
  LaunchState state =
      begin_launch(Scheduler(scheduler_jobs(plan.jobs, {}), false, std::move(policy)), cores, without_members(ranks));
  state.isolation = Isolation(settings.subprocess ? settings.suspects : 0);
  state.liveness = LivenessMonitor(settings.hang_after);
  return state;
}

/// Rank 0 trains nothing itself. The other ranks are scripts.
class Coordinating : public ::testing::Test {
 protected:
  explicit Coordinating(int ranks = 3, double hang_after = 600, std::unique_ptr<SchedulingPolicy> policy = nullptr)
      : comm_(ranks) {
    lease_.emplace(folder_.file("s.h5"), ranks);
    board_.emplace(experiments_, plan_, ProgressBoard::Clock::now(), -1);
    CoreAllotment cores(HostOfRank(std::size_t(ranks)), 1);
    cores.exclude(Rank(0));
    const RunnerSettings settings{.hang_after = hang_after};
    loop_.emplace(LaunchDesk{comm_, store_, plan_, *board_, *lease_, stop_, watchdog_},
                  state_of(plan_, cores, ranks, settings, std::move(policy)), settings);
    comm_.hears = [this](Rank rank, const std::string& text) { heard(rank, assignment(papers_tasks(), text)); };
    for (const Rank rank : comm_.others()) comm_.inbox.push_back({rank, said(MessageKind::request)});
  }
  /// A rank ends its experiment at once and requests another. Without work it says goodbye.
  virtual void heard(Rank rank, const Assignment& work) {
    if (!work.task) return comm_.inbox.push_back({rank, said(MessageKind::goodbye)});
    EXPECT_TRUE(given_.insert(work.identity).second) << "handed out twice";
    comm_.inbox.push_back({rank, said(MessageKind::progress)});
    comm_.inbox.push_back({rank, said(MessageKind::finished, Outcome::done)});
    comm_.inbox.push_back({rank, said(MessageKind::request)});
  }

  TemporaryFolder folder_;
  FakeComm comm_;
  RowsInMemory store_;
  std::vector<Experiment> experiments_ = experiments_of("task = \"trajectory\"\nseed = { count = 7 }\n");
  StorePlan plan_ = plan_of(experiments_);
  std::optional<Lease> lease_;
  std::optional<ProgressBoard> board_;
  StopFlag stop_;
  Watchdog watchdog_;
  std::optional<LaunchLoop> loop_;
  std::set<std::string> given_;
};

TEST_F(Coordinating, AWholeSweepIsHandedOutAndBookedOnce) {
  loop_->run();
  EXPECT_EQ(given_.size(), 7u);
  EXPECT_EQ(loop_->scheduler().count(Outcome::done), 7u);
  EXPECT_TRUE(loop_->scheduler().finished());
}

TEST_F(Coordinating, ALateMessageOfARankThatHasLeftChangesNothing) {
  comm_.hears = [this](Rank rank, const std::string& text) {
    heard(rank, assignment(papers_tasks(), text));
    if (!assignment(papers_tasks(), text).task) comm_.inbox.push_front({rank, said(MessageKind::progress)});
  };
  loop_->run();
  EXPECT_EQ(loop_->scheduler().count(Outcome::done), 7u);
}

TEST_F(Coordinating, WhatARankGivesBackIsHandedOutAgain) {
  bool gave_back = false;
  comm_.hears = [&](Rank rank, const std::string& text) {
    const Assignment work = assignment(papers_tasks(), text);
    if (gave_back || !work.task) return heard(rank, work);
    gave_back = true;
    comm_.inbox.push_back({rank, said(MessageKind::released)});
    comm_.inbox.push_back({rank, said(MessageKind::request)});
  };
  loop_->run();
  EXPECT_EQ(given_.size(), 7u);
  EXPECT_EQ(loop_->scheduler().count(Outcome::done), 7u);
}

TEST_F(Coordinating, ACheckpointIsNotedOnceHoweverItIsTold) {
  const auto saved = [](MessageKind kind, double time) {
    WorkerMessage message = worker_message(said(kind));
    message.progress.saved = time;
    return to_message(message);
  };
  bool told = false;
  comm_.hears = [&](Rank rank, const std::string& text) {
    const Assignment work = assignment(papers_tasks(), text);
    if (!std::exchange(told, true))
      for (const double time : {0.0, 100.0, 100.0, 130.0})
        comm_.inbox.push_back({rank, saved(MessageKind::progress, time)});
    else if (work.task && given_.size() == 1) comm_.inbox.push_back({rank, saved(MessageKind::progress, 130)});
    heard(rank, work);
  };
  loop_->run();
  ASSERT_EQ(store_.checkpoints.size(), 3u);
  EXPECT_EQ(store_.checkpoints[0].time, 100);
  EXPECT_EQ(store_.checkpoints[1].time, 130);
  EXPECT_NE(store_.checkpoints[2].rank, store_.checkpoints[0].rank) << "that of another rank at the same time";
}

TEST_F(Coordinating, AResultOfARankWithoutWorkIsRefused) {
  comm_.inbox.push_front({1_rank, said(MessageKind::finished, Outcome::done)});
  EXPECT_THROW(loop_->run(), std::exception);
}

/// A rank whose reports make its experiment pause.
class Pausing : public Coordinating {
 protected:
  Pausing() : Coordinating(2, 600, std::make_unique<RoundRobin>(10)) {}
  void serve_pausing() {
    comm_.hears = [this](Rank rank, const std::string& text) {
      if (const auto order = order_in(text)) paused(rank, order->identity);
      else begun(rank, assignment(papers_tasks(), text));
    };
    loop_->run();
    EXPECT_EQ(loop_->scheduler().count(Outcome::done), 7u);
  }
  void begun(Rank rank, const Assignment& work) {
    running_[rank] = work.identity;
    if (!work.task || paused_.contains(work.identity) || loop_->scheduler().waiting() == 0) return heard(rank, work);
    for (const long step : {0, 10}) comm_.inbox.push_back({rank, said(MessageKind::progress, Outcome::pending, step)});
  }
  void paused(Rank rank, const std::string& identity) {
    EXPECT_EQ(identity, running_[rank]);
    paused_.insert(identity);
    if (ends_meanwhile_) comm_.inbox.push_back({rank, said(MessageKind::finished, Outcome::done)});
    else comm_.inbox.push_back({rank, said(MessageKind::released)});
    comm_.inbox.push_back({rank, said(MessageKind::request)});
  }

  std::map<Rank, std::string> running_;
  std::set<std::string> paused_;
  bool ends_meanwhile_ = false;  // the experiment has ended when the pause arrives
};

TEST_F(Pausing, AJobPausesForTheOthersAndIsHandedOutAgain) {
  serve_pausing();
  EXPECT_EQ(paused_.size(), 7u);
  EXPECT_EQ(given_.size(), 7u);
}

/// The policy's request goes to a rank whose experiment ends before it is read.
TEST_F(Pausing, AJobThatEndsMeanwhileIsBookedAndTheNextOneHandedOut) {
  ends_meanwhile_ = true;
  serve_pausing();
  EXPECT_EQ(paused_.size(), 6u);
  EXPECT_EQ(given_.size(), 1u) << "there is no job for which the last one could pause";
}

/// Rank 0 alone, with two experiments.
class TakingTurns : public ::testing::Test {
 protected:
  /// Runs the sweep and returns the trained parameters of each experiment.
  std::vector<std::vector<float>> run(const RunnerSettings& settings, std::unique_ptr<SchedulingPolicy> policy) {
    RowsInMemory store;
    ProgressBoard board(experiments_, plan_, ProgressBoard::Clock::now(), -1);
    Lease lease(path(), 1);
    Watchdog watchdog;
    const StopFlag stop;
    const FakeComm comm(1);
    LaunchLoop loop({comm, store, plan_, board, lease, stop, watchdog},
                    state_of(plan_, CoreAllotment(HostOfRank(1), 1), 1, settings, std::move(policy)), settings);
    loop.run();
    EXPECT_TRUE(loop.scheduler().finished());
    EXPECT_EQ(loop.scheduler().completed(), 2u);
    std::vector<std::vector<float>> weights;
    for (const auto& [index, written] : store.rows) {
      EXPECT_TRUE(written.final);
      EXPECT_FALSE(written.weights.empty());
      weights.push_back(written.weights);
    }
    return weights;
  }
  std::string path() const { return folder_.file("s.h5"); }

  TemporaryFolder folder_;
  const std::vector<Experiment> experiments_ = experiments_of(
      "task = \"augmented\"\nlength = 4\ndim = 2\nsequences = 16\ntest_sequences = 16\nepochs = 50\nbatch = 16\n"
      "learning_rate = [0.005, 0.001]\n");
  const StorePlan plan_ = plan_of(experiments_);
};

using Taken = std::vector<JobIndex>;

/// Records the jobs that it hands out.
class Noting : public RoundRobin {
 public:
  Noting(long turn, Taken& taken) : RoundRobin(turn), taken_(taken) {}
  std::optional<JobIndex> take(const std::function<bool(JobIndex)>& fits) override {
    const auto job = RoundRobin::take(fits);
    if (job) taken_.push_back(*job);
    return job;
  }

 private:
  Taken& taken_;
};

TEST_F(TakingTurns, TwoExperimentsOnOneRankEndWithTheBitsOfUndisturbedRuns) {
  const auto undisturbed = run({}, nullptr);
  Taken taken;
  const auto taking_turns =
      run({.checkpoints = checkpoint_folder(path()), .report_every = 0}, std::make_unique<Noting>(15, taken));
  EXPECT_EQ(taken, (Taken{0_job, 1_job, 0_job, 1_job, 0_job, 1_job, 0_job, 1_job}));
  EXPECT_EQ(taking_turns, undisturbed);
  EXPECT_TRUE(find_checkpoints(path()).empty());
}

TEST_F(TakingTurns, WhatCannotBeSavedDoesNotPause) {
  Taken taken;
  run({.report_every = 0}, std::make_unique<Noting>(10, taken));
  EXPECT_EQ(taken, (Taken{0_job, 1_job}));
}

TEST_F(TakingTurns, ExperimentsInSubprocessesDoNotPause) {
  Taken taken;
  run({.checkpoints = checkpoint_folder(path()), .report_every = 0, .subprocess = true},
      std::make_unique<Noting>(1, taken));
  EXPECT_EQ(taken, (Taken{0_job, 1_job}));
}

class SilentRank : public Coordinating {
 protected:
  SilentRank() : Coordinating(3, 0.3) {}
};

TEST_F(SilentRank, EndsTheLaunchWithTheStatusOfAHang) {
  comm_.hears = [this](Rank rank, const std::string& text) {
    if (rank == 1_rank)
      heard(rank, assignment(papers_tasks(), text));  // rank 2 takes its work and is silent afterwards
  };
  try {
    loop_->run();
    FAIL() << "the launch waits for a silent rank";
  } catch (const Aborted& aborted) {
    EXPECT_EQ(aborted.status, exit_crashed);
  }
  EXPECT_EQ(loop_->scheduler().in_flight().size(), 1u);
}

}  // namespace
}  // namespace icsweep
