#include "engine/progress/work_share.hpp"

#include <gtest/gtest.h>

#include "engine/forecast/neighbour_costs.hpp"
#include "engine/launch/search_policy.hpp"
#include "engine/progress/progress.hpp"
#include "tasks/papers_tasks.hpp"
#include "tests/support/numbers.hpp"

namespace icsweep {
namespace {

using namespace std::chrono_literals;

/// Three settings, of which the best continues after three of nine epochs.
const std::string text = R"([search]
method = "halving"
metric = "loss"
resource = "epochs"
eta = 3
rungs = 2

[[grid]]
task = "augmented"
epochs = 9
learning_rate = [0.1, 0.01, 0.001]
)";

class ShareOfSearch : public ::testing::Test {
 protected:
  ShareOfSearch()
      : ledger_{planned_experiments({parse_sweep(text, "s.toml"), papers_tasks()}), {}},
        experiments_(ledger_.planned.points.experiments) {
    ledger_.plan.entrants = Entrants(3);
  }
  Entrant& entrant(std::size_t i) { return ledger_.plan.entrants[ExperimentIndex(i)]; }
  double share(const SavedShares& saved) const { return share_of_search(ledger_, saved); }

  /// The share that a launch shows before its first result. at: saved steps of nine.
  double shown(const std::map<std::size_t, int>& at) {
    StorePlan& plan = ledger_.plan;
    Indexed<JobIndex, ExperimentIndex> of_jobs;
    SchedulerJobs jobs;
    for (std::size_t i = 0; i < 3; ++i) {
      if (entrant(i).outcome != Outcome::pending) continue;
      Job& job = plan.jobs[plan.jobs.push_back({&experiments_[i], {}, 0})];
      if (const auto found = at.find(i); found != at.end()) {
        CheckpointHead head;
        head.step = found->second, head.steps = 9;
        job.begun = Shared<CheckpointHead>(head);
      }
      of_jobs.push_back(ExperimentIndex(i));
      const double cost = NeighbourCosts().predicted(*experiments_[i].task, experiments_[i].config);
      jobs.push_back({.cost = cost * (1 - job.share_done()), .done = job.share_done()});
    }
    const ProgressBoard::Clock::time_point start{1h};
    ProgressBoard board(experiments_, plan, start, -1, &*ledger_.planned.search);
    const Scheduler scheduler(std::move(jobs), false,
                              search_policy(*ledger_.planned.search, plan.entrants, std::move(of_jobs)));
    return board.news(scheduler, start + 1s).share;
  }

  SweepLedger ledger_;
  const std::vector<Experiment>& experiments_;
};

TEST_F(ShareOfSearch, BeforeADecisionTheWorkIsTheBudget) {
  EXPECT_EQ(share({}), 0);
  const double budget = 3 * 3.0 / 9 + 6.0 / 9;
  EXPECT_NEAR(share({{experiments_[0].identity, 1.0 / 9}}), (1.0 / 9) / budget, 1e-12);
  EXPECT_NEAR(shown({{0, 1}}), (1.0 / 9) / budget, 1e-12);
}

/// The first setting continues and the others were pruned at the rung.
TEST_F(ShareOfSearch, OfPrunedExperimentsOnlyTheirPartCounts) {
  entrant(0).rungs = {1};
  entrant(1) = {Outcome::pruned, {2}};
  entrant(2) = {Outcome::pruned, {3}};
  EXPECT_NEAR(share({{experiments_[0].identity, 6.0 / 9}}), 4.0 / 5, 1e-12);
  EXPECT_NEAR(shown({{0, 6}}), 4.0 / 5, 1e-12);
  entrant(0) = {Outcome::done, {1}};
  EXPECT_EQ(share({}), 1);
}

/// The other two continue to the rung, and one of them past it.
TEST_F(ShareOfSearch, AnExperimentThatDivergedCountsAsFarAsItsSettingCame) {
  entrant(0) = {Outcome::diverged, {}};
  EXPECT_NEAR(share({}), 3.0 / (3 * 3 + 6), 1e-12);
  EXPECT_NEAR(shown({}), 3.0 / (3 * 3 + 6), 1e-12);
}

}  // namespace
}  // namespace icsweep
