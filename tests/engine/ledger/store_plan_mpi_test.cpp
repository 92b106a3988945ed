#include "engine/ledger/store_plan.hpp"

#include "engine/sweep/overrides.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "tests/engine/worker/running.hpp"
#include "engine/verify/verify_rows.hpp"
#include "support/toy_store.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep {
namespace {

/// A sweep of tiny experiments, one per depth.
std::string sweep_text(const std::string& depths, const std::string& rest = "") {
  return "[[grid]]\ntask = \"augmented\"\nlength = 4\ndim = 2\nsequences = 16\ntest_sequences = 16\nepochs = 2\nbatch "
         "= 16\ndepth = " +
         depths + "\n" + rest;
}

class StorePlanning : public ::testing::Test {
 protected:
  /// Makes a plan and runs its first `count` jobs.
  StorePlan launch(const std::string& text, std::size_t count, const std::string& scale = "", const Rerun& rerun = {}) {
    Sweep sweep = parse_sweep(text, "s.toml");
    if (!scale.empty()) sweep = at_scale(papers_tasks(), sweep, scale);
    experiments_ = expand(papers_tasks(), sweep).experiments;
    StorePlan plan = prepare_store({sweep, papers_tasks()}, path(), experiments_, {"at " + scale, rerun});
    run_jobs(path(), plan, count);
    return plan;
  }
  std::string path() const { return folder_.file("s.h5"); }
  std::vector<double> column(const std::string& name) const {
    return StoreReader(path()).find("augmented")->reals(name);
  }

  /// The weights of this row; empty if it keeps none.
  std::vector<float> weights(std::int64_t row) const {
    const StoreReader store(path());
    const auto& table = *store.find("augmented");
    return table.weights(table.read_rows(row, 1).at(0));
  }

  TemporaryFolder folder_;
  std::vector<Experiment> experiments_;
};

TEST_F(StorePlanning, WhatATimeLimitEndedGoesOnWithItsCurveAndWithoutResults) {
  launch(sweep_text("[1, 2]"), 2);
  {
    StoreWriter writer(path());
    for (int i = 0; i < 2; ++i) {
      Row row = StoreReader(path()).find("augmented")->read_rows(i, 1).at(0);
      writer.write("augmented", RowIndex(i), std::move(row), i == 0 ? Outcome::timed_out : Outcome::failed);
    }
    writer.commit();
  }
  EXPECT_EQ(launch(sweep_text("[1, 2]"), 0).saved.size(), 1u);
  const Rerun both{.outcomes = {Outcome::timed_out, Outcome::failed}};
  const StorePlan plan = launch(sweep_text("[1, 2]"), 0, "", both);
  ASSERT_EQ(plan.jobs.size(), 2u);
  EXPECT_TRUE(plan.saved.empty());
  EXPECT_FALSE(plan.jobs[JobIndex(0)].again);
  EXPECT_TRUE(plan.jobs[JobIndex(1)].again);
  const auto losses = column("loss"), errors = column("test_mse");
  EXPECT_TRUE(std::isfinite(losses[0]) && std::isfinite(losses[1]));
  EXPECT_TRUE(std::isnan(losses[2]) && std::isnan(losses[3])) << "an experiment that starts again keeps no curve";
  EXPECT_TRUE(std::isnan(errors[0]) && std::isnan(errors[1]));
}

TEST_F(StorePlanning, OutdatedRowsRunAgainOnlyIfAskedFor) {
  launch(sweep_text("[1, 2]"), 2);
  {
    StoreWriter writer(path());
    Row row = StoreReader(path()).find("augmented")->read_rows(1, 1).at(0);
    row["result_version"] = std::get<std::int64_t>(row.at("result_version")) - 1;
    writer.write("augmented", RowIndex(1), std::move(row), Outcome::done);
    writer.commit();
  }
  EXPECT_TRUE(launch(sweep_text("[1, 2]"), 0).jobs.empty());
  const StorePlan plan = launch(sweep_text("[1, 2]"), 1, "", {.outdated = true});
  ASSERT_EQ(plan.jobs.size(), 1u);
  EXPECT_EQ(plan.jobs[JobIndex(0)].row, RowIndex(1));
  EXPECT_TRUE(plan.jobs[JobIndex(0)].again);
  EXPECT_EQ(plan.count(Due::outdated), 1u);
  EXPECT_TRUE(launch(sweep_text("[1, 2]"), 0, "", {.outdated = true}).jobs.empty()) << "it has the version of its task";
}

TEST_F(StorePlanning, AResumedSweepHasWhatIsLeft) {
  EXPECT_EQ(launch(sweep_text("[1, 2, 3]"), 2).jobs.size(), 3u);
  const StorePlan again = launch(sweep_text("[1, 2, 3]"), 9);
  ASSERT_EQ(again.jobs.size(), 1u);
  EXPECT_EQ(again.jobs[JobIndex(0)].experiment->config.integer("depth"), 3);
  EXPECT_EQ(again.found[std::size_t(Outcome::done)], 2u);
  EXPECT_FALSE(again.rewritten);
  EXPECT_TRUE(launch(sweep_text("[1, 2, 3]"), 9).jobs.empty());
}

/// Earlier versions made 0.0009999999999999998 for such a range.
TEST_F(StorePlanning, RowsOfValuesThatMissedByAnUlpAreThoseOfTheNumbersMeant) {
  launch(sweep_text("1", "learning_rate = [1e-4, 0.0009999999999999998, 0.009999999999999998]\n"), 2);
  const auto before = column("learning_rate"), results = column("test_mse");
  const StorePlan plan = launch(sweep_text("1", "learning_rate = { log_from = 1e-4, log_to = 1e-2, count = 3 }\n"), 9);
  ASSERT_EQ(plan.jobs.size(), 1u) << "done experiments do not run again";
  EXPECT_EQ(plan.jobs[JobIndex(0)].experiment->config.real("learning_rate"), 0.01);
  EXPECT_EQ(column("learning_rate"), (std::vector<double>{before[0], before[1], 0.01}))
      << "pending rows are written again";
  EXPECT_EQ(column("test_mse").at(1), results.at(1));
  const Verified verified =
      verify_rows(papers_tasks(), StoreReader(path()), false, [](const Finding& f) { ADD_FAILURE() << f.wrong.at(0); });
  EXPECT_EQ(verified.sound, 3u);
  const auto both = launch(sweep_text("1", "learning_rate = [0.001, 0.0009999999999999998]\n"), 0);
  EXPECT_EQ(both.jobs.size(), 1u) << "a sweep that names both values has both experiments";
}

TEST_F(StorePlanning, AnotherNameOfTheFileKeepsTheFileAsItWas) {
  launch(sweep_text("[1, 2, 3]"), 2);
  const std::string copy = folder_.file("copy.h5");
  std::filesystem::create_hard_link(path(), copy);
  EXPECT_TRUE(launch(sweep_text("[1, 2, 3]"), 9).rewritten);
  EXPECT_TRUE(std::isnan(StoreReader(copy).find("augmented")->reals("test_mse").at(2)));
  EXPECT_FALSE(std::isnan(column("test_mse").at(2)));
  std::filesystem::remove(copy);
  std::filesystem::create_hard_link(path(), copy);
  EXPECT_FALSE(launch(sweep_text("[1, 2, 3]"), 9).rewritten) << "the store is not written";
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
  EXPECT_EQ(plan.count(Due::damaged), 0u);
  EXPECT_EQ(plan.jobs.size(), 1u);
  EXPECT_EQ(StoreReader(path()).find("augmented")->table().extents.at("position"), 9);
  EXPECT_TRUE(launch(sweep_text("[1]"), 0).jobs.empty());
}

TEST_F(StorePlanning, AChangedStandardValueIsToldAndTheFirstOneKept) {
  const std::string text = sweep_text("[1]"), named = sweep_text("[1]", "learning_rate = 0.005\n");
  launch(text, 1);
  {  // as if an earlier version had made it
    const StoreReader store(path());
    const auto& old = *store.find("augmented");
    TablePlan plan{old.table(), &old, {}, {1}, {}, {}};
    for (auto& c : plan.table.columns)
      if (c.name == "learning_rate") c.default_value = "0.25";
    create_store(path(), store.header(), {plan});
  }
  const auto plan_again = [&](const std::string& again) {
    const Sweep sweep = parse_sweep(again, "s.toml");
    const Expansion points = expand(papers_tasks(), sweep);
    return prepare_store({sweep, papers_tasks()}, path(), points.experiments, {"", {}, points.defaulted}).jobs.size();
  };
  const auto error = [&](const std::string& again) -> std::string {
    try {
      plan_again(again);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  };
  const std::string expected =
      path() +
      ": the default learning_rate of augmented was 0.25 when it was made and is 0.005 now; write learning_rate "
      "= 0.25 into the sweep file to continue its experiments";
  EXPECT_EQ(error(text), expected);
  EXPECT_EQ(plan_again(named), 0u) << "a named value is not a default";
  EXPECT_EQ(error(text), expected) << "the store keeps the value of its first launch";
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
  EXPECT_EQ(full.jobs.size(), 3u);  // depth 2, seed 0 exists
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
    StoreWriter writer(path());  // a wrong value, written directly: the row keeps its old checksum
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
  EXPECT_EQ(plan.count(Due::damaged), 1u);
  ASSERT_EQ(plan.jobs.size(), 1u);
  EXPECT_EQ(plan.jobs[JobIndex(0)].experiment->config.integer("depth"), 2);
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
    create_store(path(), store.header(), {same});  // row 0 now has depth 7 ...
    StoreWriter writer(path());
    Row row = StoreReader(path()).find("augmented")->read_rows(0, 1).at(0);
    row["depth"] = std::int64_t{1};
    writer.write("augmented", RowIndex(0), row, Outcome::done);  // ... with the checksum of depth 1
    writer.commit();
  }
  EXPECT_EQ(launch(sweep_text("[1, 2]"), 9).count(Due::damaged), 1u);
  EXPECT_EQ(launch(sweep_text("[1, 2]"), 9).count(Due::damaged), 0u);
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

const std::string keep = "keep_weights = true\n";

/// For dim 2: D = 6, four matrices and biases, a norm, and the read-out.
std::size_t parameters(int depth) {
  return std::size_t(depth * (4 * 36 + 4 * 6 + 12) + 2 * 6 + 2);
}

TEST_F(StorePlanning, WeightsAreKeptWhereTheGridSaysAndSurviveAnExtension) {
  launch(sweep_text("[1, 2]", keep), 9);
  const auto first = weights(0), second = weights(1);
  EXPECT_EQ(first.size(), parameters(1));
  EXPECT_EQ(second.size(), parameters(2));
  EXPECT_EQ(launch(sweep_text("[1, 2]", keep), 0).jobs.size(), 0u);
  const StorePlan plan = launch(sweep_text("[3]", keep) + sweep_text("[1, 4]"), 9);
  EXPECT_EQ(plan.jobs.size(), 2u);
  EXPECT_EQ(plan.count(Due::damaged), 0u);
  EXPECT_EQ(weights(0), first);
  EXPECT_EQ(weights(1), second);
  EXPECT_EQ(weights(2).size(), parameters(3));
  EXPECT_TRUE(weights(3).empty());
  EXPECT_EQ(launch(sweep_text("[1, 2, 3, 4]"), 0).count(Due::damaged), 0u);
  EXPECT_EQ(weights(1), second);
}

TEST_F(StorePlanning, WhatIsDoneWithoutWeightsStaysAndIsRunAgainOnRequest) {
  launch(sweep_text("[1, 2]"), 9);
  const auto before = column("test_mse");
  const StorePlan stays = launch(sweep_text("[1, 2]", keep), 9);
  EXPECT_EQ(stays.jobs.size(), 0u);
  EXPECT_EQ(stays.staying(&LedgerEntry::lacks_weights), 2u);
  EXPECT_TRUE(weights(0).empty());
  const StorePlan again = launch(sweep_text("[1, 2]", keep), 9, "", Rerun{.missing_weights = true});
  EXPECT_EQ(again.jobs.size(), 2u);
  EXPECT_EQ(again.staying(&LedgerEntry::lacks_weights), 0u);
  EXPECT_EQ(weights(1).size(), parameters(2));
  EXPECT_EQ(column("test_mse"), before);
  EXPECT_EQ(launch(sweep_text("[1, 2]", keep), 9, "", Rerun{.missing_weights = true}).jobs.size(), 0u);
}

TEST_F(StorePlanning, WhatEndedInAWayToRetryIsRunAgainAndHasNoResultsMeanwhile) {
  launch(sweep_text("[1, 2, 3]"), 0);
  {
    StoreWriter writer(path());
    const Schema& schema = experiments_[0].task->schema();
    const Outcome outcomes[] = {Outcome::done, Outcome::failed, Outcome::timed_out};
    for (int row = 0; row < 3; ++row) {
      Row cells = row_without_results(schema, experiments_[std::size_t(row)].config);
      cells["test_mse"] = 7.0;
      writer.write("augmented", RowIndex(row), cells, outcomes[row]);
    }
    writer.commit();
  }
  EXPECT_EQ(launch(sweep_text("[1, 2, 3]"), 0).jobs.size(), 0u);
  const StorePlan retried =
      launch(sweep_text("[1, 2, 3]"), 0, "", Rerun{.outcomes = {Outcome::failed, Outcome::crashed}});
  ASSERT_EQ(retried.jobs.size(), 1u);
  EXPECT_EQ(retried.count(Due::retried), 1u);
  EXPECT_EQ(retried.jobs[JobIndex(0)].row, RowIndex(1));
  EXPECT_EQ(retried.jobs[JobIndex(0)].attempts, 1);
  EXPECT_EQ(retried.found[std::size_t(Outcome::timed_out)], 1u);
  const auto scores = column("test_mse");
  EXPECT_EQ(scores[0], 7);
  EXPECT_TRUE(std::isnan(scores[1]));
  EXPECT_EQ(scores[2], 7);
  EXPECT_EQ(launch(sweep_text("[1, 2, 3]"), 9).jobs.size(), 1u);  // killed before, so still to do
  EXPECT_LT(column("test_mse")[1], 7);
}

TEST_F(StorePlanning, ARowThatWasWrittenAndNeverMarkedIsNoAttempt) {
  launch(sweep_text("[1, 2, 3]"), 0);
  const auto write = [&](int row, Outcome outcome, bool marks) {
    StoreWriter writer(path());
    Row cells = row_without_results(experiments_[0].task->schema(), experiments_[std::size_t(row)].config);
    cells["attempts"] = std::int64_t{1}, cells["finished"] = 1.5e9;
    writer.write("augmented", RowIndex(row), cells, outcome);
    if (marks) writer.commit();
  };
  write(0, Outcome::done, false);
  write(1, Outcome::failed, true);
  const StorePlan plan = launch(sweep_text("[1, 2, 3]"), 0, "", Rerun{.outcomes = {Outcome::failed}});
  ASSERT_EQ(plan.jobs.size(), 3u);
  std::map<RowIndex, std::int64_t> attempts;
  for (const auto& job : plan.jobs) attempts[job.row] = job.attempts;
  EXPECT_EQ(attempts, (std::map<RowIndex, std::int64_t>{{RowIndex(0), 0}, {RowIndex(1), 1}, {RowIndex(2), 0}}));
  EXPECT_EQ(launch(sweep_text("[1, 2, 3]"), 0).jobs[JobIndex(1)].attempts, 1) << "it was set back and has not run";
}

/// The place of a pending row's weights follows the grid and never overlaps another row's.
TEST_F(StorePlanning, APendingRowsPlaceFollowsTheGrid) {
  launch(sweep_text("[1, 2, 3]", keep), 1);
  const auto first = weights(0);
  launch(sweep_text("[1, 2, 3]"), 0);
  EXPECT_EQ(StoreReader(path()).find("augmented")->integers("weights_offset"), (std::vector<std::int64_t>{0, -1, -1}));
  launch(sweep_text("[1]", keep) + sweep_text("[2]") + sweep_text("[3]", keep), 9);
  EXPECT_EQ(weights(0), first);
  EXPECT_TRUE(weights(1).empty());
  EXPECT_EQ(weights(2).size(), parameters(3));
}

TEST_F(StorePlanning, ADamagedWeightIsFoundAndItsRowRunAgain) {
  launch(sweep_text("[1, 2]", keep), 9);
  const auto before = weights(1);
  const std::string needle(reinterpret_cast<const char*>(before.data()), 4 * before.size());
  std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
  const std::string content((std::istreambuf_iterator<char>(file)), {});
  ASSERT_NE(content.find(needle), std::string::npos);
  file.seekp(std::streamoff(content.find(needle))).put(char(content[content.find(needle)] ^ 1));
  file.close();
  const StorePlan plan = launch(sweep_text("[1, 2]", keep), 9);
  EXPECT_EQ(plan.count(Due::damaged), 1u);
  ASSERT_EQ(plan.jobs.size(), 1u);
  EXPECT_EQ(plan.jobs[JobIndex(0)].row, RowIndex(1));
  EXPECT_EQ(weights(1), before);
}

TEST_F(StorePlanning, AnIndexThatPointsElsewhereCostsNoOtherRowItsWeights) {
  launch(sweep_text("[1, 2]", keep), 1);
  const auto first = weights(0);
  {
    const StoreReader store(path());  // row 1 is pending: no checksum shows that its place is now that of row 0
    std::fstream file(path(), std::ios::in | std::ios::out | std::ios::binary);
    const std::string content((std::istreambuf_iterator<char>(file)), {});
    const std::int64_t offsets[2] = {0, std::int64_t(parameters(1))}, wrong = 0;
    const auto at = content.find(std::string(reinterpret_cast<const char*>(offsets), 16));
    ASSERT_NE(at, std::string::npos);
    file.seekp(std::streamoff(at + 8)).write(reinterpret_cast<const char*>(&wrong), 8);
  }
  const StorePlan plan = launch(sweep_text("[1, 2]", keep), 9);
  EXPECT_TRUE(plan.rewritten);
  EXPECT_EQ(weights(0), first);
  EXPECT_EQ(weights(1).size(), parameters(2));
}

}  // namespace
}  // namespace icsweep
