#include "engine/run/launch_jobs.hpp"

#include <gtest/gtest.h>

#include "engine/sweep/grid.hpp"
#include "tasks/papers_tasks.hpp"
#include "tests/support/numbers.hpp"

namespace icsweep {
namespace {

class LaunchJobs : public ::testing::Test {
 protected:
  const std::vector<Experiment> experiments_ =
      expand(papers_tasks(),
             parse_sweep("[[grid]]\ntask = \"augmented\"\nbatch = 64\nseed = { count = 2 }\n", "s.toml"))
          .experiments;
  const Indexed<JobIndex, Job> jobs_{
      {&experiments_[0], RowIndex(5), 1},
      {&experiments_[1], RowIndex(6), 0, false, "1.h5", CheckpointHead{.step = 30, .steps = 40, .failures = 2}}};
};

TEST_F(LaunchJobs, TheMachineKnowsCostsAndWhatIsDone) {
  const auto known = scheduler_jobs(jobs_, {});
  ASSERT_EQ(known.size(), 2u);
  EXPECT_FALSE(known[0_job].begun);
  EXPECT_TRUE(known[1_job].begun);
  EXPECT_EQ(known[1_job].done, 0.75);
  EXPECT_DOUBLE_EQ(known[1_job].cost, known[0_job].cost / 4);
  EXPECT_EQ(known[0_job].threads, experiments_[0].task->cost(experiments_[0].config).threads);
  EXPECT_FALSE(known[0_job].has_own_process);
  EXPECT_EQ(known[0_job].uninterruptible_seconds, 0);
  EXPECT_EQ(scheduler_jobs(jobs_, {7, 8})[1_job].uninterruptible_seconds, 8);
}

TEST_F(LaunchJobs, WhatNoHostCanHoldIsNamed) {
  std::vector<Experiment> experiments = experiments_;
  experiments[1].settings.change().resources.cores = 8;
  const Indexed<JobIndex, Job> jobs{{&experiments[0], RowIndex(5), 0}, {&experiments[1], RowIndex(6), 0}};
  const auto facts = scheduler_jobs(jobs, {});
  EXPECT_EQ(facts[1_job].needs.cores, 8);
  EXPECT_EQ(facts[1_job].shared_bytes, 0) << "its cores are on one host";
  const auto text = [&](int cores) {
    const Placement placement(facts, {{{.name = "n", .cores = cores}}, hosts({0})});
    return no_host_text(begin_launch(Scheduler(facts), CoreAllotment(hosts({0})),
                                     MemberAllotment(hosts({0}), {.bandwidth = 0}), placement),
                        jobs);
  };
  EXPECT_EQ(text(8), "");
  EXPECT_EQ(text(4), "1 experiment waits for a host that can hold it: augmented seed=1 needs 8 cores; n has 4");
}

TEST_F(LaunchJobs, AnAllotmentGoesToTheRank) {
  const Allotment allotment{{3}, std::vector<std::string>{"1"}, 5, true};
  EXPECT_EQ(assignment_of(jobs_[0_job], reply::Start{.job = 0_job, .allotment = allotment}).allotment, allotment);
}

TEST_F(LaunchJobs, ARankIsToldWhereItsJobGoesOnAndHowFar) {
  const Assignment a = assignment_of(
      jobs_[1_job], reply::Start{.job = 1_job, .stint = {2_rung, 1_rung, true}, .threads = 3, .isolated = true});
  EXPECT_EQ(a.identity, experiments_[1].identity);
  EXPECT_EQ(a.row, RowIndex(6));
  EXPECT_EQ(a.checkpoint, "1.h5");
  EXPECT_EQ(a.failures, 2);
  EXPECT_EQ(a.threads, 3);
  EXPECT_EQ(a.stint.until, 2_rung);
  EXPECT_EQ(a.stint.pruned_at, 1_rung);
  EXPECT_TRUE(a.stint.at_risk);
  EXPECT_TRUE(a.isolated);
  EXPECT_FALSE(a.leader);
}

TEST_F(LaunchJobs, ARankThatJoinsIsToldTheLeader) {
  const Assignment a = assignment_of(jobs_[0_job], reply::Join{.job = 0_job, .leader = 4_rank, .threads = 2});
  EXPECT_EQ(a.identity, experiments_[0].identity);
  EXPECT_EQ(a.leader, 4_rank);
  EXPECT_EQ(a.threads, 2);
}

}  // namespace
}  // namespace icsweep
