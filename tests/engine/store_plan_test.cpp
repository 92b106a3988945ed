#include "engine/store_plan.hpp"

#include "engine/overrides.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "engine/runner.hpp"
#include "support/temporary_folder.hpp"

namespace icsweep {
namespace {

/// A sweep of tiny experiments, one a depth.
std::string sweep_text(const std::string& depths, const std::string& rest = "") {
  return "[[grid]]\ntask = \"augmented\"\nlength = 4\ndim = 2\nsequences = 16\ntest_sequences = 16\nepochs = 2\nbatch "
         "= 16\ndepth = " +
         depths + "\n" + rest;
}

class StorePlanning : public ::testing::Test {
 protected:
  /// Plans, and runs the first `count` jobs.
  StorePlan launch(const std::string& text, std::size_t count, const std::string& scale = "") {
    Sweep sweep = parse_sweep(text, "s.toml");
    if (!scale.empty()) sweep = at_scale(sweep, scale);
    experiments_ = expand(sweep).experiments;
    StorePlan plan = prepare_store(path(), sweep, experiments_, "at " + scale);
    StoreWriter writer(path());
    Runner runner(writer, 0, [](const Progress&) {});
    for (std::size_t j = 0; j < std::min(count, plan.jobs.size()); ++j) {
      const Job& job = plan.jobs[j];
      runner.run({job.experiment->task->schema().task, job.experiment->identity, job.experiment->config, job.row,
                  job.attempts});
    }
    writer.commit();
    return plan;
  }
  std::string path() const { return folder_.file("s.h5"); }
  std::vector<double> column(const std::string& name) const {
    return StoreReader(path()).find("augmented")->reals(name);
  }

  TemporaryFolder folder_;
  std::vector<Experiment> experiments_;
};

TEST_F(StorePlanning, AResumedSweepHasWhatIsLeft) {
  EXPECT_EQ(launch(sweep_text("[1, 2, 3]"), 2).jobs.size(), 3u);
  const StorePlan again = launch(sweep_text("[1, 2, 3]"), 9);
  ASSERT_EQ(again.jobs.size(), 1u);
  EXPECT_EQ(again.jobs[0].experiment->config.integer("depth"), 3);
  EXPECT_EQ(again.found[std::size_t(Outcome::done)], 2u);
  EXPECT_FALSE(again.rewritten);
  EXPECT_TRUE(launch(sweep_text("[1, 2, 3]"), 9).jobs.empty());
}

TEST_F(StorePlanning, AnExtendedSweepKeepsItsResultsAndRunsOnlyWhatIsNew) {
  launch(sweep_text("[1, 2]"), 2);
  const auto before = column("test_mse");
  const StorePlan plan = launch(sweep_text("[1, 2, 3]", "seed = [0, 1]\n"), 0);
  EXPECT_EQ(plan.jobs.size(), 4u);
  EXPECT_TRUE(plan.rewritten);
  const auto after = column("test_mse");
  ASSERT_EQ(after.size(), 6u);
  EXPECT_EQ(after[0], before[0]);
  EXPECT_EQ(after[1], before[1]);
  EXPECT_TRUE(std::isnan(after[2]));
}

TEST_F(StorePlanning, ExtensionByLongerCurvesKeepsChecksumsTrue) {
  launch(sweep_text("[1]"), 1);
  const StorePlan plan = launch(
      sweep_text("[1]") + sweep_text("[1]", "length = 9\n").replace(sweep_text("[1]").find("length = 4\n"), 11, ""), 9);
  EXPECT_EQ(plan.damaged, 0u);
  EXPECT_EQ(plan.jobs.size(), 1u);
  EXPECT_EQ(StoreReader(path()).find("augmented")->table().extents.at("position"), 9);
  EXPECT_TRUE(launch(sweep_text("[1]"), 0).jobs.empty());
}

TEST_F(StorePlanning, APointThatLeftTheSweepStaysOutsideTheCount) {
  launch(sweep_text("[1, 2]"), 2);
  const StorePlan plan = launch(sweep_text("[2]"), 0);
  EXPECT_TRUE(plan.jobs.empty());
  EXPECT_EQ(plan.found[std::size_t(Outcome::done)], 1u);
  const StoreReader store(path());
  EXPECT_EQ(store.find("augmented")->integers("planned"), (std::vector<std::int64_t>{0, 1}));
  EXPECT_FALSE(std::isnan(store.find("augmented")->reals("test_mse")[0]));
}

TEST_F(StorePlanning, AnotherScaleIsAnEditedSweep) {
  const std::string text = sweep_text("[1, 2]", "seed = [0, 1]\n[scale.small]\ndepth = [2, 3]\nseed = 0\n");
  EXPECT_EQ(launch(text, 9, "small").jobs.size(), 2u);
  EXPECT_EQ(StoreReader(path()).header().sweep_text, text);
  const StorePlan full = launch(text, 9);
  EXPECT_EQ(full.jobs.size(), 3u);  // depth 2, seed 0 is there
  EXPECT_EQ(full.found[std::size_t(Outcome::done)], 1u);
  EXPECT_EQ(StoreReader(path()).header().command, "at ");
  const StorePlan small = launch(text, 9, "small");
  EXPECT_TRUE(small.jobs.empty());
  EXPECT_TRUE(small.rewritten);
  EXPECT_EQ(StoreReader(path()).find("augmented")->integers("planned"), (std::vector<std::int64_t>{1, 1, 0, 0, 0}));
  EXPECT_EQ(StoreReader(path()).header().command, "at small");
}

TEST_F(StorePlanning, ADamagedRowIsFoundByItsChecksumAndRunAgain) {
  launch(sweep_text("[1, 2]"), 2);
  const auto before = column("test_mse");
  {
    StoreWriter writer(path());  // a wrong value behind the writer's back: the row keeps its old checksum
    const StoreReader store(path());
    std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
    std::string content((std::istreambuf_iterator<char>(file)), {});
    const auto at = content.find(std::string(reinterpret_cast<const char*>(&before[1]), 8));
    ASSERT_NE(at, std::string::npos);
    file.seekp(std::streamoff(at));
    const double wrong = before[1] + 1;
    file.write(reinterpret_cast<const char*>(&wrong), 8);
  }
  const StorePlan plan = launch(sweep_text("[1, 2]"), 9);
  EXPECT_EQ(plan.damaged, 1u);
  ASSERT_EQ(plan.jobs.size(), 1u);
  EXPECT_EQ(plan.jobs[0].experiment->config.integer("depth"), 2);
  EXPECT_EQ(column("test_mse"), before);
}

TEST_F(StorePlanning, ADamagedParameterIsHealed) {
  launch(sweep_text("[1, 2]"), 2);
  const auto before = column("test_mse");
  {
    StoreReader store(path());
    TablePlan same{store.find("augmented")->table(), store.find("augmented"), {}, {1, 1}, {}};
    Config wrong;
    wrong.set("depth", std::int64_t{7});
    same.reset = {{0, &wrong}};
    create_store(path(), store.header(), {same});  // row 0 now says depth 7 ...
    StoreWriter writer(path());
    Row row = StoreReader(path()).find("augmented")->read_rows(0, 1).at(0);
    row["depth"] = std::int64_t{1};
    writer.write("augmented", 0, row, Outcome::done);  // ... with the checksum of depth 1
    writer.commit();
  }
  EXPECT_EQ(launch(sweep_text("[1, 2]"), 9).damaged, 1u);
  EXPECT_EQ(launch(sweep_text("[1, 2]"), 9).damaged, 0u);
  EXPECT_EQ(StoreReader(path()).find("augmented")->integers("depth"), (std::vector<std::int64_t>{1, 2}));
  EXPECT_EQ(column("test_mse"), before);
}

TEST_F(StorePlanning, ALongSweepFileIsKeptWhole) {
  const std::string text = sweep_text("[1]") + "#" + std::string(100'000, 'x') + "\n";
  launch(text, 1);
  EXPECT_EQ(StoreReader(path()).header().sweep_text, text);
}

TEST_F(StorePlanning, BadInputLeavesAnExistingStoreAsItIs) {
  launch(sweep_text("[1]"), 1);
  std::ifstream file(path(), std::ios::binary);
  const std::string before((std::istreambuf_iterator<char>(file)), {});
  EXPECT_THROW(launch(sweep_text("[1, -2]"), 0), Error);
  std::ifstream again(path(), std::ios::binary);
  EXPECT_EQ(std::string((std::istreambuf_iterator<char>(again)), {}), before);
}

}  // namespace
}  // namespace icsweep
