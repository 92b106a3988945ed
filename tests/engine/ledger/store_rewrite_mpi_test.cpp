#include "engine/ledger/store_rewrite.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "engine/verify/verify_rows.hpp"
#include "io/store/hdf5_store.hpp"
#include "tasks/papers_tasks.hpp"
#include "tests/engine/worker/running.hpp"

namespace icsweep {
namespace {

class Rewriting : public ::testing::Test {
 protected:
  /// A store of tiny experiments with these seeds, of which a launch has run the first `count`.
  std::string store(const std::string& name, const std::string& seeds, std::size_t count = 99,
                    const std::string& rest = "") {
    const std::string path = folder_.file(name);
    const Sweep sweep = parse_sweep(
        "[[grid]]\ntask = \"augmented\"\nlength = 4\ndim = 2\nsequences = 16\ntest_sequences = 16\nepochs = 2\nbatch "
        "= 16\nseed = " +
            seeds + "\n" + rest,
        name);
    experiments_ = expand(papers_tasks(), sweep).experiments;
    const StorePlan plan = prepare_store({sweep, papers_tasks()}, path, experiments_, {"icsweep run " + name});
    StoreWriter writer(path);
    writer.begin_launch({.sweep_text = sweep.text, .command = "icsweep run " + name, .began = utc_now()});
    const StopFlag stop;
    Runner runner(writer, Rank(0), {.launch = plan.launch}, stop, [](const Progress&) {});
    for (std::size_t j = 0; j < std::min(count, plan.jobs.size()); ++j) {
      const Job& job = plan.jobs[JobIndex(j)];
      runner.run({job.experiment->task, job.experiment->identity, job.experiment->config, job.row, job.attempts});
    }
    writer.commit();
    writer.end_launch(ending::complete);
    return path;
  }
  static Verified verified(const std::string& path) {
    return verify_rows(papers_tasks(), StoreReader(path), false,
                       [](const Finding& f) { ADD_FAILURE() << f.identity << f.wrong.at(0); });
  }
  static std::vector<std::int64_t> column(const std::string& path, const std::string& name) {
    return StoreReader(path).find("augmented")->integers(name);
  }
  static std::map<std::string, std::int64_t> digests(const std::string& path) {
    const StoreReader store(path);
    const auto identities = store.find("augmented")->texts("identity");
    const auto values = store.find("augmented")->integers("digest");
    std::map<std::string, std::int64_t> result;
    for (std::size_t i = 0; i < values.size(); ++i) result[identities[i]] = values[i];
    return result;
  }
  std::string path(const std::string& name) const { return folder_.file(name); }

  TemporaryFolder folder_;
  std::vector<Experiment> experiments_;
};

TEST_F(Rewriting, AMergedStoreHasEachExperimentOnceWithItsResultsAndEveryLaunch) {
  const std::string a = store("a.h5", "[0, 1, 2]"), b = store("b.h5", "[2, 3]");
  const Merged merged = merge_stores(papers_tasks(), {a, b}, path("c.h5"), "icsweep merge a.h5 b.h5 -o c.h5");
  EXPECT_EQ(merged.rows, 4u);
  EXPECT_EQ(merged.twice, 1u);
  EXPECT_EQ(merged.different, 0u) << "the same bits";
  EXPECT_EQ(verified(path("c.h5")).sound, 4u);
  auto all = digests(a), others = digests(b);
  all.merge(others);
  EXPECT_EQ(digests(path("c.h5")), all);
  EXPECT_EQ(column(path("c.h5"), "launch"), (std::vector<std::int64_t>{1, 1, 1, 2}));
  const auto launches = StoreReader(path("c.h5")).header().launches;
  ASSERT_EQ(launches.size(), 3u);
  EXPECT_EQ(launches[1].command, "icsweep run b.h5");
  EXPECT_EQ(launches[2].command, "icsweep merge a.h5 b.h5 -o c.h5");
}

TEST_F(Rewriting, WhatIsDoneInOneStoreAndPendingInAnotherIsDone) {
  const std::string a = store("a.h5", "[0, 1, 2]", 1), b = store("b.h5", "[0, 1, 2]", 2);
  merge_stores(papers_tasks(), {a, b}, path("c.h5"), "merge");
  const Verified all = verified(path("c.h5"));
  EXPECT_EQ(all.sound, 2u);
  EXPECT_EQ(all.pending, 1u);
}

TEST_F(Rewriting, AMergedStoreIsGoneOnWith) {
  const std::string a = store("a.h5", "[0, 1]"), b = store("b.h5", "[2]", 0);
  merge_stores(papers_tasks(), {a, b}, path("c.h5"), "merge");
  store("c.h5", "[0, 1, 2]");
  EXPECT_EQ(verified(path("c.h5")).sound, 3u);
  EXPECT_EQ(StoreReader(path("c.h5")).header().launches.size(), 4u);
}

TEST_F(Rewriting, WeightsAreMergedToo) {
  const std::string keep = "keep_weights = true\n";
  const std::string a = store("a.h5", "[0]", 9, keep), b = store("b.h5", "[1]", 9, keep);
  const auto weights = [](const std::string& path, std::int64_t row) {
    const StoreReader store(path);
    return store.find("augmented")->weights(store.find("augmented")->read_rows(row, 1).at(0));
  };
  merge_stores(papers_tasks(), {a, b}, path("c.h5"), "merge");
  EXPECT_EQ(verified(path("c.h5")).sound, 2u);
  EXPECT_FALSE(weights(a, 0).empty());
  EXPECT_EQ(weights(path("c.h5"), 0), weights(a, 0));
  EXPECT_EQ(weights(path("c.h5"), 1), weights(b, 0));
}

TEST_F(Rewriting, NothingIsMergedOverAStoreOrFromADamagedOne) {
  const std::string a = store("a.h5", "[0]"), b = store("b.h5", "[1]");
  EXPECT_THROW(merge_stores(papers_tasks(), {a, b}, a, "merge"), Error);
  StoreWriter(b).forget("augmented", 0);
  EXPECT_THROW(merge_stores(papers_tasks(), {a, b}, path("c.h5"), "merge"), Error);
  EXPECT_FALSE(std::filesystem::exists(path("c.h5")));
}

TEST_F(Rewriting, DeletedRowsAreGoneAndTheOldStoreStays) {
  const std::string a = store("a.h5", "[0, 1, 2]");
  const auto before = digests(a);
  const Deleted deleted = delete_rows(papers_tasks(), a, "seed >= 1 AND seed < 2", "", "icsweep delete a.h5");
  EXPECT_EQ(deleted.rows, (Rows{{"augmented", {1}}}));
  EXPECT_EQ(column(a, "seed"), (std::vector<std::int64_t>{0, 2}));
  EXPECT_EQ(verified(a).sound, 2u);
  EXPECT_EQ(digests(deleted.kept), before);
  EXPECT_EQ(StoreReader(a).header().launches.back().command, "icsweep delete a.h5");
  store("a.h5", "[0, 1, 2]");
  EXPECT_EQ(digests(a), before) << "the sweep computes them again";
}

TEST_F(Rewriting, ADamagedRowCanBeDeletedAndNoOther) {
  const std::string a = store("a.h5", "[0, 1, 2]");
  StoreWriter(a).forget("augmented", 1);
  EXPECT_THROW(delete_rows(papers_tasks(), a, "seed = 0", "", "delete"), Error);
  EXPECT_EQ(verify_rows(papers_tasks(), StoreReader(a), false, [](const Finding&) {}).damaged_rows(), 1u)
      << "the store was not changed";
  delete_rows(papers_tasks(), a, "seed = 1", "", "delete");
  EXPECT_EQ(verified(a).sound, 2u);
}

TEST_F(Rewriting, AConditionThatNoTaskUnderstandsIsAnError) {
  const std::string a = store("a.h5", "[0]");
  EXPECT_THROW(delete_rows(papers_tasks(), a, "colour = 3", "", "delete"), Error);
  EXPECT_THROW(delete_rows(papers_tasks(), a, "seed = 0", "plain", "delete"), Error);
  EXPECT_TRUE(delete_rows(papers_tasks(), a, "seed = 7", "", "delete").rows.empty());
}

}  // namespace
}  // namespace icsweep
