#include "engine/ledger/checkpoint_index.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "engine/forecast/calibration.hpp"
#include "engine/ledger/version.hpp"
#include "io/base/temporary_folder.hpp"
#include "tasks/papers_tasks.hpp"
#include "tests/support/numbers.hpp"

namespace icsweep {
namespace {

/// A sweep of four experiments: the first has ended, the others are to do.
class Unfinished : public ::testing::Test {
 protected:
  Unfinished()
      : experiments_(
            expand(papers_tasks(),
                   parse_sweep("[[grid]]\ntask = \"augmented\"\nepochs = 10\nseed = { count = 4 }\n", "s.toml"))
                .experiments) {
    for (std::size_t i = 1; i < experiments_.size(); ++i)
      plan_.jobs.push_back({&experiments_[i], RowIndex(std::int64_t(i)), 0});
  }

  CheckpointHead head(std::size_t experiment, long step, int failures = 0) const {
    return {.task = "augmented",
            .identity = experiments_[experiment].identity,
            .program = checkpoint_program(),
            .level = "plain",
            .step = step,
            .steps = 160,
            .failures = failures};
  }
  /// Writes a checkpoint and returns its path.
  std::string left(int epoch, const CheckpointHead& h) const {
    return left(std::filesystem::path(checkpoint_path(folder(), h.identity, epoch)).filename().string(), h);
  }
  std::string left(const std::string& name, const CheckpointHead& h) const {
    write_checkpoint(folder() + "/" + name, h, "state");
    return folder() + "/" + name;
  }
  std::string folder() const { return checkpoint_folder(store()); }
  int find() { return find_unfinished(store(), experiments_, plan_); }
  std::size_t files() const { return find_checkpoints(store()).size(); }
  static bool there(const std::string& path) { return std::filesystem::exists(path); }
  std::string store() const { return folder_.file("s.h5"); }

  TemporaryFolder folder_;
  std::vector<Experiment> experiments_;
  StorePlan plan_;
};

TEST_F(Unfinished, ALaunchThatLeftNothingChangesNothing) {
  EXPECT_EQ(find(), 0);
  for (const Job& job : plan_.jobs) {
    EXPECT_TRUE(job.checkpoint->empty());
    EXPECT_EQ(job.share_done(), 0);
    EXPECT_EQ(remaining_cost(job), predicted_cost(*job.experiment->task, job.experiment->config));
  }
}

TEST_F(Unfinished, EachJobGoesOnFromItsOwnFile) {
  const std::string second = left(3, head(2, 80)), first = left(3, head(1, 40));
  EXPECT_EQ(find(), 3);
  EXPECT_EQ(plan_.jobs[0_job].checkpoint, first);
  EXPECT_EQ(plan_.jobs[1_job].checkpoint, second);
  EXPECT_TRUE(plan_.jobs[2_job].checkpoint->empty());
  EXPECT_EQ(plan_.jobs[0_job].share_done(), 0.25);
  EXPECT_EQ(remaining_cost(plan_.jobs[1_job]), remaining_cost(plan_.jobs[2_job]) / 2);
  EXPECT_TRUE(there(first) && there(second));
}

TEST_F(Unfinished, TheOneThatHasComeFurthestIsTakenAndTheOthersAreRemoved) {
  left(1, head(1, 40));
  const std::string furthest = left(2, head(1, 90));
  left(3, head(1, 60));
  EXPECT_EQ(find(), 3);
  EXPECT_EQ(plan_.jobs[0_job].checkpoint, furthest);
  EXPECT_EQ(plan_.jobs[0_job].begun->step, 90);
  EXPECT_EQ(files(), 1u);
}

/// A later run of the experiment is further than any step of a failed run.
TEST_F(Unfinished, ALaterRunIsFurtherThanOneThatFailed) {
  left(1, head(1, 90, 0));
  const std::string furthest = left(2, head(1, 10, 1));
  left(3, head(1, 80, 0));
  find();
  EXPECT_EQ(plan_.jobs[0_job].checkpoint, furthest);
  EXPECT_EQ(plan_.jobs[0_job].begun->failures, 1);
}

TEST_F(Unfinished, OfTwoEquallyFarTheLatestEpochIsTaken) {
  left(9, head(1, 40));
  const std::string latest = left(10, head(1, 40));  // sorts before 9 by name
  EXPECT_EQ(find(), 10);
  EXPECT_EQ(plan_.jobs[0_job].checkpoint, latest);
  EXPECT_EQ(files(), 1u);
}

/// EPOCH-RANK and timed-out-IDENTITY.
TEST_F(Unfinished, FilesOfEarlierVersionsAreGoneOnFromAndRemovedWhenSuperseded) {
  const std::string rank = left("3-0", head(1, 80)),
                    own = left("timed-out-" + experiments_[2].identity.text(), head(2, 90));
  left("4-1", head(1, 40));
  left("4-0", head(2, 40));
  EXPECT_EQ(saved_shares(store()).at(experiments_[2].identity), 90.0 / 160);
  EXPECT_EQ(find(), 4);
  EXPECT_EQ(plan_.jobs[0_job].checkpoint, rank);
  EXPECT_EQ(plan_.jobs[1_job].checkpoint, own);
  EXPECT_EQ(files(), 2u);
  const std::string first = left(5, head(1, 100)), second = left(5, head(2, 100));
  EXPECT_EQ(find(), 5);
  EXPECT_EQ(plan_.jobs[0_job].checkpoint, first);
  EXPECT_EQ(plan_.jobs[1_job].checkpoint, second);
  EXPECT_FALSE(there(rank) || there(own));
}

TEST_F(Unfinished, WhatHasEndedNeedsNone) {
  left(1, head(0, 40));
  left("2-0", head(0, 40));
  left("timed-out-" + experiments_[0].identity.text(), head(0, 40));
  EXPECT_EQ(find(), 2) << "its epoch counts, although the file is removed";
  EXPECT_EQ(files(), 0u);
}

TEST_F(Unfinished, APointThatHasLeftTheSweepKeepsItsFile) {
  CheckpointHead gone = head(1, 40);
  gone.identity = std::string(32, '0');  // belongs to no point of this sweep
  const std::string path = left(7, gone);
  gone.program = "icsweep 0";
  const std::string older = left(6, gone);
  EXPECT_EQ(find(), 7);
  EXPECT_TRUE(there(path) && there(older));
  for (const Job& job : plan_.jobs) EXPECT_TRUE(job.checkpoint->empty());
}

TEST_F(Unfinished, WhatIsTornOrHalfWrittenIsRemoved) {
  const std::string torn = left(1, head(1, 40)), whole = left(1, head(2, 40));
  std::ofstream(torn, std::ios::trunc) << "icsweep checkpoint 0123\n{\"task\"";
  std::ofstream(torn + ".partial") << "icsweep check";
  EXPECT_EQ(find(), 1);
  EXPECT_TRUE(plan_.jobs[0_job].checkpoint->empty());
  EXPECT_TRUE(there(whole));
  EXPECT_EQ(files(), 1u);
}

TEST_F(Unfinished, AnotherVersionsStateIsNotTakenAndStaysUntilItsExperimentHasEnded) {
  CheckpointHead other = head(1, 90), ended = head(0, 90);
  other.program = ended.program = "icsweep 0";
  const std::string its = left(1, other), ours = left(2, head(1, 40));
  left(4, ended);
  EXPECT_EQ(find(), 4);
  EXPECT_EQ(plan_.jobs[0_job].checkpoint, ours);
  EXPECT_EQ(plan_.foreign_checkpoints, 0u) << "its experiment has a checkpoint of this version";
  EXPECT_TRUE(there(its));
  EXPECT_EQ(files(), 2u);
}

TEST_F(Unfinished, AnExperimentThatIsRunAgainBeginsAnew) {
  CheckpointHead other = head(1, 40);
  left(1, other);
  other.program = "icsweep 0";
  left(2, other);
  plan_.jobs[0_job].again = true;
  EXPECT_EQ(find(), 2);
  EXPECT_TRUE(plan_.jobs[0_job].checkpoint->empty());
  EXPECT_EQ(plan_.jobs[0_job].share_done(), 0);
  EXPECT_EQ(files(), 0u);
}

TEST_F(Unfinished, WhatATimeLimitEndedKeepsItsLastFileUntilItIsAnotherOutcome) {
  left(1, head(0, 40));
  left("2-0", head(0, 50));
  const std::string last = left(3, head(0, 90));
  plan_.saved.insert(experiments_[0].identity);
  EXPECT_EQ(find(), 3);
  EXPECT_TRUE(there(last));
  EXPECT_EQ(files(), 1u) << "later files replace the others";
  plan_.saved.clear();
  find();
  EXPECT_FALSE(there(last));
}

TEST_F(Unfinished, TheFolderGoesWhenNothingIsLeftInIt) {
  EXPECT_NO_THROW(remove_empty_folder(store()));
  const std::string path = left(1, head(1, 40));
  remove_empty_folder(store());
  EXPECT_TRUE(there(path));
  std::filesystem::remove(path);
  remove_empty_folder(store());
  EXPECT_FALSE(there(checkpoint_folder(store())));
}

}  // namespace
}  // namespace icsweep
