#include "engine/row_check.hpp"

#include <gtest/gtest.h>

#include "engine/runner.hpp"
#include "engine/store_plan.hpp"
#include "engine/verify_rows.hpp"
#include "support/stored_bytes.hpp"
#include "support/temporary_folder.hpp"

namespace icsweep {
namespace {

/// Two tiny experiments that keep their weights, and a longer one that is not run: curves of the others are padded.
const std::string sweep_text =
    "[[grid]]\ntask = \"augmented\"\ndim = 1\nsequences = 16\ntest_sequences = 16\nepochs = 1\nbatch = 16\n"
    "keep_weights = true\n";

class DamagedStore : public ::testing::Test {
 protected:
  DamagedStore() { launch(2); }

  /// Runs so many of the jobs; returns how many there were.
  std::size_t launch(std::size_t count) {
    const Sweep sweep =
        parse_sweep(sweep_text + "depth = [1, 2]\nlength = 3\n" + sweep_text + "length = 4\ndepth = 1\n", "s.toml");
    const auto experiments = expand(sweep).experiments;
    const StorePlan plan = prepare_store(path(), sweep, experiments, "icsweep run s.toml -o s.h5");
    StoreWriter writer(path());
    Runner runner(writer, 0, [](const Progress&) {});
    for (std::size_t j = 0; j < std::min(count, plan.jobs.size()); ++j) {
      const Job& job = plan.jobs[j];
      runner.run({job.experiment->task->schema().task, job.experiment->identity, job.experiment->config, job.row,
                  job.attempts});
    }
    writer.commit();
    return plan.jobs.size();
  }
  std::string path() const { return folder_.file("s.h5"); }

  /// Rows that verify calls damaged, with what it says of the last.
  std::set<std::int64_t> damaged(std::string* what = nullptr) const {
    const Verified verified = verify_rows(StoreReader(path()), false, [&](const Finding& finding) {
      if (what) *what = finding.wrong.at(0);
    });
    EXPECT_TRUE(verified.notes.empty());
    return verified.damaged.empty() ? std::set<std::int64_t>{} : verified.damaged.at("augmented");
  }

  /// By column, where row `row` lies; its weights too.
  std::map<std::string, ByteRange> cells(std::int64_t row) const {
    const StoreReader store(path());
    const auto& table = *store.find("augmented");
    std::map<std::string, ByteRange> cells;
    for (const auto& c : table.table().columns) cells[c.name] = bytes_of_row(path(), "/augmented/" + c.name, row);
    const Row values = table.read_rows(row, 1).at(0);
    const auto weights =
        bytes_of_row(path(), "/augmented/weights", std::get<std::int64_t>(values.at("weights_offset")));
    cells["weights"] = {weights.first, 4 * std::get<std::int64_t>(values.at("weights_count"))};
    return cells;
  }
  std::vector<std::int64_t> digests() const { return StoreReader(path()).find("augmented")->integers("digest"); }

  TemporaryFolder folder_;
};

/// Bit 7 of byte 7 is left out in this pattern: it is the sign, the one bit of a NaN that says nothing.
int bit_of(std::int64_t byte) {
  return int((3 * byte + 1) % 8);
}

TEST_F(DamagedStore, AFlippedBitInAnyByteOfADoneRowIsFound) {
  ASSERT_EQ(damaged(), std::set<std::int64_t>{});
  std::size_t all = 0, found = 0;
  for (const auto& [column, cell] : cells(1))
    for (std::int64_t i = 0; i < cell.count; ++i) {
      flip_bit(path(), cell.first + i, bit_of(i));
      const bool seen = damaged() == std::set<std::int64_t>{1};
      flip_bit(path(), cell.first + i, bit_of(i));
      EXPECT_TRUE(seen) << column << " byte " << i;
      ++all, found += seen;
    }
  EXPECT_GT(all, 1500u);
  EXPECT_EQ(found, all);
  RecordProperty("bytes", int(all));
}

TEST_F(DamagedStore, WhateverCellIsDamagedTheNextLaunchPutsTheStoreRight) {
  launch(9);
  const auto before = digests();
  for (const auto& [column, unused] : cells(1)) {
    const ByteRange cell = cells(1).at(column);
    flip_bit(path(), cell.first + cell.count / 2, bit_of(cell.count / 2));
    std::string what;
    ASSERT_EQ(damaged(&what), std::set<std::int64_t>{1}) << column;
    const bool rewritten_only = what.starts_with("planned") || what.starts_with("weights_");
    EXPECT_EQ(launch(9), rewritten_only ? 0u : 1u) << column << ": " << what;
    EXPECT_EQ(digests(), before) << column;
    EXPECT_EQ(damaged(), std::set<std::int64_t>{}) << column;
    EXPECT_EQ(launch(9), 0u) << column;
  }
}

TEST_F(DamagedStore, TheIndexOfARowWithoutWeightsIsFollowed) {
  {  // row 2 fails: it has a place and keeps none
    const StoreReader store(path());
    StoreWriter writer(path());
    Row row = store.find("augmented")->read_rows(2, 1).at(0);
    for (const char* text : {"message", "host", "level"}) row[text] = std::string();
    writer.write("augmented", 2, row, Outcome::failed);
    writer.commit();
  }
  ASSERT_EQ(damaged(), std::set<std::int64_t>{});
  for (const std::string column : {"weights_offset", "weights_count"}) {
    const ByteRange cell = bytes_of_row(path(), "/augmented/" + column, 2);
    for (int byte = 0; byte < 8; ++byte) {
      flip_bit(path(), cell.first + byte, bit_of(byte));
      EXPECT_EQ(damaged(), std::set<std::int64_t>{2}) << column << " byte " << byte;
      flip_bit(path(), cell.first + byte, bit_of(byte));
    }
    flip_bit(path(), cell.first, 0);
    EXPECT_EQ(launch(9), 0u) << "failed is final";
    EXPECT_EQ(damaged(), std::set<std::int64_t>{}) << column;
  }
}

TEST_F(DamagedStore, SeveralDamagedIdentitiesFindTheirRowsAgain) {
  launch(9);
  const auto before = digests();
  for (std::int64_t row = 0; row < 3; ++row)
    flip_bit(path(), bytes_of_row(path(), "/augmented/identity", row).first, 0);
  EXPECT_EQ(damaged(), (std::set<std::int64_t>{0, 1, 2}));
  EXPECT_EQ(launch(9), 3u);
  EXPECT_EQ(digests(), before) << "no row was added beside the damaged ones";
}

TEST_F(DamagedStore, AParameterThatBecameThatOfAnotherExperimentTakesNoRow) {
  launch(9);
  const auto before = digests();
  const ByteRange depth = bytes_of_row(path(), "/augmented/depth", 1);  // 2 becomes 3, and the other's 1 becomes 0
  flip_bit(path(), depth.first, 0);
  flip_bit(path(), depth.first, 1);  // now 1: all parameters are those of row 0
  EXPECT_EQ(damaged(), std::set<std::int64_t>{1});
  EXPECT_EQ(launch(9), 1u);
  EXPECT_EQ(digests(), before);
  EXPECT_EQ(damaged(), std::set<std::int64_t>{});
}

TEST_F(DamagedStore, APendingRowIsToldIfItIsCompleteOrItsParametersAreNotItsOwn) {
  EXPECT_EQ(damaged(), std::set<std::int64_t>{}) << "row 2 is pending and sound";
  flip_bit(path(), bytes_of_row(path(), "/augmented/depth", 2).first, 1);
  EXPECT_EQ(damaged(), std::set<std::int64_t>{2});
  launch(9);
  EXPECT_EQ(damaged(), std::set<std::int64_t>{});
  flip_bit(path(), bytes_of_row(path(), "/augmented/status", 2).first, 0);
  std::string what;
  EXPECT_EQ(damaged(&what), std::set<std::int64_t>{2});
  EXPECT_EQ(what, "its status is pending, its checksum that of a row that is done");
  EXPECT_EQ(verify_rows(StoreReader(path()), true, [](const Finding&) {}).pending, 1u)
      << "a launch may be about to mark it";
}

TEST_F(DamagedStore, AFailedRowThatWasResetIsPending) {
  launch(9);
  {
    const StoreReader store(path());
    TablePlan plan{store.find("augmented")->table(), store.find("augmented"), {}, {1, 1, 1}, {}, {}};
    plan.reset = {{0, nullptr}};
    plan.weights.assign(3, {});
    create_store(path(), store.header(), {plan});
  }
  EXPECT_FALSE(damaged().contains(0));
}

}  // namespace
}  // namespace icsweep
