#include "engine/launch/coordinator.hpp"

#include <gtest/gtest.h>

#include <set>

#include "engine/cluster/exit_status.hpp"
#include "engine/sweep/grid.hpp"
#include "io/temporary_folder.hpp"
#include "tasks/papers_tasks.hpp"
#include "tests/engine/launch/fake_comm.hpp"

namespace icsweep {
namespace {

std::string said(MessageKind kind, Outcome outcome = Outcome::pending) {
  WorkerMessage message;
  message.kind = kind;
  message.outcome = outcome;
  return to_message(message);
}

/// A coordinator that trains nothing itself; the other ranks are scripts.
class Coordinating : public ::testing::Test {
 protected:
  explicit Coordinating(int ranks = 3, double hang_after = 600) : comm_(ranks) {
    sweep_ = parse_sweep("[[grid]]\ntask = \"trajectory\"\nseed = { count = 7 }\n", "s.toml");
    experiments_ = expand(papers_tasks(), sweep_).experiments;
    plan_ = prepare_store(papers_tasks(), path(), sweep_, experiments_, {"test"});
    store_.emplace(path());
    lease_.emplace(path(), ranks);
    board_.emplace(experiments_, plan_, ProgressBoard::Clock::now(), -1);
    std::vector<int> threads(std::size_t(ranks), 1);
    threads[0] = 0;
    coordinator_.emplace(comm_, *store_, plan_, *board_, *lease_, RunnerSettings{.hang_after = hang_after}, stop_,
                         watchdog_, threads, std::vector<double>());
    comm_.hears = [this](int rank, const std::string& text) { heard(rank, assignment(papers_tasks(), text)); };
    for (int rank = 1; rank < ranks; ++rank) comm_.inbox.push_back({rank, said(MessageKind::request)});
  }
  /// A rank ends its experiment at once and asks again; without work it says goodbye.
  virtual void heard(int rank, const Assignment& work) {
    if (!work.task) return comm_.inbox.push_back({rank, said(MessageKind::goodbye)});
    EXPECT_TRUE(given_.insert(work.identity).second) << "given twice";
    comm_.inbox.push_back({rank, said(MessageKind::progress)});
    comm_.inbox.push_back({rank, said(MessageKind::finished, Outcome::done)});
    comm_.inbox.push_back({rank, said(MessageKind::request)});
  }
  std::string path() const { return folder_.file("s.h5"); }

  TemporaryFolder folder_;
  FakeComm comm_;
  Sweep sweep_;
  std::vector<Experiment> experiments_;
  StorePlan plan_;
  std::optional<StoreWriter> store_;
  std::optional<Lease> lease_;
  std::optional<ProgressBoard> board_;
  StopFlag stop_;
  Watchdog watchdog_;
  std::optional<Coordinator> coordinator_;
  std::set<std::string> given_;
};

TEST_F(Coordinating, AWholeSweepIsHandedOutAndBookedOnce) {
  coordinator_->run();
  EXPECT_EQ(given_.size(), 7u);
  EXPECT_EQ(coordinator_->scheduler().count(Outcome::done), 7u);
  EXPECT_TRUE(coordinator_->scheduler().finished());
}

TEST_F(Coordinating, ALateMessageOfARankThatHasLeftChangesNothing) {
  comm_.hears = [this](int rank, const std::string& text) {
    heard(rank, assignment(papers_tasks(), text));
    if (!assignment(papers_tasks(), text).task) comm_.inbox.push_front({rank, said(MessageKind::progress)});
  };
  coordinator_->run();
  EXPECT_EQ(coordinator_->scheduler().count(Outcome::done), 7u);
}

TEST_F(Coordinating, WhatARankGivesBackIsHandedOutAgain) {
  bool gave_back = false;
  comm_.hears = [&](int rank, const std::string& text) {
    const Assignment work = assignment(papers_tasks(), text);
    if (gave_back || !work.task) return heard(rank, work);
    gave_back = true;
    comm_.inbox.push_back({rank, said(MessageKind::released)});
    comm_.inbox.push_back({rank, said(MessageKind::request)});
  };
  coordinator_->run();
  EXPECT_EQ(given_.size(), 7u);
  EXPECT_EQ(coordinator_->scheduler().count(Outcome::done), 7u);
}

TEST_F(Coordinating, AResultOfARankWithoutWorkIsRefused) {
  comm_.inbox.push_front({1, said(MessageKind::finished, Outcome::done)});
  EXPECT_THROW(coordinator_->run(), std::exception);
}

class SilentRank : public Coordinating {
 protected:
  SilentRank() : Coordinating(3, 0.3) {}
};

TEST_F(SilentRank, EndsTheLaunchWithTheStatusOfAHang) {
  comm_.hears = [this](int rank, const std::string& text) {
    if (rank == 1) heard(rank, assignment(papers_tasks(), text));  // rank 2 takes its work and says nothing more
  };
  try {
    coordinator_->run();
    FAIL() << "the launch waits for a rank that is silent";
  } catch (const Aborted& aborted) {
    EXPECT_EQ(aborted.status, exit_crashed);
  }
  EXPECT_EQ(coordinator_->scheduler().in_flight().size(), 1u);
}

}  // namespace
}  // namespace icsweep
