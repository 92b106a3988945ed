#include "engine/ledger/merge_stores.hpp"

#include <filesystem>

#include "tests/engine/ledger/rewriting.hpp"

namespace icsweep {
namespace {

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

}  // namespace
}  // namespace icsweep
