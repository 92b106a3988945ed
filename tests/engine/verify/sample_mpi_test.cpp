#include "engine/verify/sample.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/ledger/store_plan.hpp"
#include "engine/worker/runner.hpp"
#include "support/stored_bytes.hpp"
#include "io/base/temporary_folder.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep {
namespace {

class StoreToSample : public ::testing::Test {
 protected:
  StoreToSample() {
    const Sweep sweep = parse_sweep(
        "[[grid]]\ntask = \"augmented\"\nlength = 3\ndim = 1\nsequences = 16\ntest_sequences = 16\nepochs = 1\n"
        "batch = 16\ndepth = [1, 2]\nseed = { count = 4 }\nkeep_weights = true\n",
        "s.toml");
    const auto experiments = expand(papers_tasks(), sweep).experiments;
    const StorePlan plan = prepare_store({sweep, papers_tasks()}, path(), experiments);
    StoreWriter writer(path());
    Runner runner(writer, Rank(0), {}, stop_, [](const Progress&) {});
    for (const Job& job : plan.jobs)
      if (job.row != RowIndex(7))
        runner.run({job.experiment->task, job.experiment->identity, job.experiment->config, job.row, job.attempts});
    writer.commit();
  }
  std::string path() const { return folder_.file("s.h5"); }
  static std::vector<std::int64_t> rows(const SampledRows& sample) {
    std::vector<std::int64_t> rows;
    for (const auto& chosen : sample.chosen) rows.push_back(chosen.row);
    return rows;
  }

  TemporaryFolder folder_;
  StopFlag stop_;
};

TEST_F(StoreToSample, RunAgainEveryDoneRowGivesTheSameBits) {
  const StoreReader store(path());
  const SampledRows all = choose_sample(papers_tasks(), store, 99, 0, {});
  EXPECT_EQ(rows(all), (std::vector<std::int64_t>{0, 1, 2, 3, 4, 5, 6})) << "row 7 is pending";
  for (const auto& row : all.chosen)
    EXPECT_EQ(repeat(papers_tasks(), row, stop_, [](const Progress&) {}).difference, "");
}

TEST_F(StoreToSample, TheSeedChoosesAndDamagedRowsAreLeftOut) {
  const StoreReader store(path());
  EXPECT_EQ(rows(choose_sample(papers_tasks(), store, 3, 1, {})), rows(choose_sample(papers_tasks(), store, 3, 1, {})));
  std::set<std::vector<std::int64_t>> drawn;
  for (int seed = 0; seed < 10; ++seed) drawn.insert(rows(choose_sample(papers_tasks(), store, 3, seed, {})));
  EXPECT_GT(drawn.size(), 5u);
  EXPECT_EQ(rows(choose_sample(papers_tasks(), store, 99, 0, {{"augmented", {1, 5}}})),
            (std::vector<std::int64_t>{0, 2, 3, 4, 6}));
}

/// A row with wrong results and a checksum that matches them.
TEST_F(StoreToSample, AWrongResultWithAMatchingChecksumIsTold) {
  {
    const StoreReader store(path());
    StoreWriter writer(path());
    Row row = store.find("augmented")->read_rows(2, 1).at(0);
    row["test_mse"] = std::nextafter(std::get<double>(row.at("test_mse")), 1.0);
    writer.write("augmented", RowIndex(2), row, Outcome::done);
    writer.commit();
  }
  const StoreReader store(path());
  const auto chosen = choose_sample(papers_tasks(), store, 99, 0, {}).chosen;
  EXPECT_NE(
      repeat(papers_tasks(), chosen.at(2), stop_, [](const Progress&) {}).difference.find("its results have digest "),
      std::string::npos);
  EXPECT_EQ(repeat(papers_tasks(), chosen.at(3), stop_, [](const Progress&) {}).difference, "");
}

TEST_F(StoreToSample, OtherLevelsAndVersionsAreCountedAndNotRun) {
  {
    const StoreReader store(path());
    StoreWriter writer(path());
    for (const int i : {0, 1}) {
      Row row = store.find("augmented")->read_rows(i, 1).at(0);
      if (i == 0) row["level"] = std::string("another");
      else row["result_version"] = std::int64_t{0};
      writer.write("augmented", RowIndex(i), row, Outcome::done);
    }
    writer.commit();
  }
  const SampledRows sample = choose_sample(papers_tasks(), StoreReader(path()), 99, 0, {});
  EXPECT_EQ(sample.other_level, 1u);
  EXPECT_EQ(sample.other_version, 1u);
  EXPECT_EQ(sample.eligible, 5u);
}

}  // namespace
}  // namespace icsweep
