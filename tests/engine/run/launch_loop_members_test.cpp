// Tests ranks without work that share an experiment of another host.
#include <gtest/gtest.h>

#include <chrono>
#include <optional>

#include "engine/run/launch_jobs.hpp"
#include "engine/run/launch_loop.hpp"
#include "engine/sweep/grid.hpp"
#include "io/base/temporary_folder.hpp"
#include "tasks/papers_tasks.hpp"
#include "tests/engine/run/fake_comm.hpp"
#include "tests/engine/worker/rows_in_memory.hpp"
#include "tests/support/numbers.hpp"

namespace icsweep {
namespace {

constexpr long steps = 1'000'000;

/// Rank 0 coordinates. Each other rank is on its own host. Experiment 0 is long and runs on rank 1.
class Members : public ::testing::Test {
 protected:
  void set_up(int ranks, int experiments) {
    comm_.emplace(ranks);
    experiments_ = expand(papers_tasks(), parse_sweep("[[grid]]\ntask = \"augmented\"\ndim = 3\nbatch = 512\nseed = "
                                                      "{ count = " +
                                                          std::to_string(experiments) + " }\n",
                                                      "s.toml"))
                       .experiments;
    for (std::size_t i = 0; i < experiments_.size(); ++i)
      plan_.jobs.push_back({&experiments_[i], RowIndex(std::int64_t(i)), 0});
    lease_.emplace(path(), ranks);
    board_.emplace(experiments_, plan_, ProgressBoard::Clock::now(), -1);
    HostOfRank hosts;
    for (int host = 0; host < ranks; ++host) hosts.push_back(Host(host));
    CoreAllotment cores(hosts);
    cores.exclude(0_rank);
    loop_.emplace(LaunchDesk{*comm_, store_, plan_, *board_, *lease_, stop_, watchdog_},
                  begin_launch(Scheduler(scheduler_jobs(plan_.jobs, {})), cores,
                               MemberAllotment(hosts, {.round_trip = 1e-4, .bandwidth = 1e9})),
                  RunnerSettings{});
    comm_->hears = [this](Rank rank, const std::string& text) { hear(rank, text); };
  }
  std::string path() const { return folder_.file("s.h5"); }
  void says(Rank rank, MessageKind kind, long step = 0, Outcome outcome = Outcome::pending) {
    comm_->inbox.push_back(
        {rank, to_message(WorkerMessage{.kind = kind, .progress = {step, steps, step, 1}, .outcome = outcome})});
  }

  /// A rank without more work says goodbye. Every other message is recorded.
  void hear(Rank rank, const std::string& text) {
    if (const auto order = order_in(text)) return ordered(rank, *order);
    const Assignment work = assignment(papers_tasks(), text);
    if (!work.task) return says(rank, MessageKind::goodbye);
    assigned(rank, work);
  }
  virtual void ordered(Rank, const Order&) {}
  virtual void assigned(Rank, const Assignment&) {}
  /// Rank 1 is at this step. Called once every 0.3 seconds.
  void run_with_progress() {
    comm_->quiet = [this, step = 0L, last = std::chrono::steady_clock::now()]() mutable {
      if (running_.empty() || std::chrono::steady_clock::now() - last < std::chrono::milliseconds(300)) return;
      last = std::chrono::steady_clock::now();
      says(1_rank, MessageKind::progress, step += 30);
    };
    loop_->run();
  }

  TemporaryFolder folder_;
  std::optional<FakeComm> comm_;
  std::vector<Experiment> experiments_;
  StorePlan plan_;
  RowsInMemory store_;
  std::optional<Lease> lease_;
  std::optional<ProgressBoard> board_;
  StopFlag stop_;
  Watchdog watchdog_;
  std::optional<LaunchLoop> loop_;
  std::string running_;  // the identity of rank 1's experiment
};

/// Rank 2 joins, and leaves when the experiment ends.
class OneJoins : public Members {
 protected:
  void assigned(Rank rank, const Assignment& work) override {
    if (!work.leader) {
      EXPECT_EQ(rank, 1_rank);
      running_ = work.identity;
      return says(2_rank, MessageKind::request);
    }
    EXPECT_EQ(rank, 2_rank);
    EXPECT_EQ(work.leader, 1_rank);
    EXPECT_EQ(work.identity, running_);
    EXPECT_EQ(work.threads, 1);
    ++joins_;
    says(2_rank, MessageKind::follows);
    says(2_rank, MessageKind::prepared);
  }
  void ordered(Rank rank, const Order& order) override {
    EXPECT_EQ(order.identity, experiments_[0].identity);
    if (rank == 2_rank) {
      EXPECT_TRUE(order.pause);
      ++dropped_;
      return says(2_rank, MessageKind::request);
    }
    EXPECT_EQ(order.members, (std::map<Rank, int>{{2_rank, 1}}));
    EXPECT_EQ(order.threads, 1);
    const Heartbeat news = board_->news(loop_->scheduler(), ProgressBoard::Clock::now());
    EXPECT_EQ(news.in_flight.at(0).threads, 2);
    EXPECT_EQ(news.in_flight.at(0).hosts, 2);
    ++told_;
    running_.clear();
    says(1_rank, MessageKind::finished, steps, Outcome::done);
    says(1_rank, MessageKind::request);
  }
  int joins_ = 0, told_ = 0, dropped_ = 0;
};

TEST_F(OneJoins, AnIdleRankOfAnotherHostPreparesAndTheLeaderIsToldOfIt) {
  set_up(3, 1);
  says(1_rank, MessageKind::request);
  run_with_progress();
  EXPECT_EQ(joins_, 1);
  EXPECT_EQ(told_, 1);
  EXPECT_EQ(dropped_, 1);
  EXPECT_EQ(loop_->scheduler().count(Outcome::done), 1u);
}

/// Rank 3 gives its experiment back while rank 2 shares that of rank 1.
class OneIsRecalled : public OneJoins {
 protected:
  void assigned(Rank rank, const Assignment& work) override {
    if (work.leader) return OneJoins::assigned(rank, work);
    if (rank == 1_rank) running_ = work.identity, says(3_rank, MessageKind::request);
    if (rank == 3_rank) says(2_rank, MessageKind::request);
    if (rank != 2_rank) return;
    EXPECT_EQ(work.identity, experiments_[1].identity);
    taken_over_ = true;
    says(2_rank, MessageKind::finished, steps, Outcome::done);
    says(2_rank, MessageKind::request);
    running_.clear();
    says(1_rank, MessageKind::finished, steps, Outcome::done);
    says(1_rank, MessageKind::request);
  }
  void ordered(Rank rank, const Order& order) override {
    EXPECT_EQ(rank, 1_rank);
    EXPECT_EQ(order.identity, experiments_[0].identity);
    if (!order.members.empty()) {
      says(3_rank, MessageKind::released, 10);
      return says(3_rank, MessageKind::goodbye);
    }
    EXPECT_FALSE(recalled_);
    recalled_ = true;
    says(2_rank, MessageKind::request);
  }
  bool recalled_ = false, taken_over_ = false;
};

TEST_F(OneIsRecalled, WhenAJobAppearsAMemberLeavesForIt) {
  set_up(4, 2);
  says(1_rank, MessageKind::request);
  run_with_progress();
  EXPECT_TRUE(recalled_);
  EXPECT_TRUE(taken_over_);
  EXPECT_EQ(loop_->scheduler().count(Outcome::done), 2u);
}

}  // namespace
}  // namespace icsweep
