#include "engine/ledger/row_check.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>

#include "tests/engine/worker/running.hpp"
#include "engine/verify/verify_rows.hpp"
#include "support/stored_bytes.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep {
namespace {

/// Tiny experiments that keep their weights. One is longer, so the curves of the others are padded.
std::string sweep_text(int seeds) {
  const std::string grid =
      "[[grid]]\ntask = \"augmented\"\ndim = 1\nsequences = 16\ntest_sequences = 16\nepochs = 1\nbatch = 16\n"
      "keep_weights = true\n";
  return grid + "length = 3\nseed = { count = " + std::to_string(seeds) + " }\n" + grid + "length = 4\n";
}

class DamagedStore : public ::testing::Test {
 protected:
  /// Runs `count` of the jobs and returns the number of all jobs.
  std::size_t launch(std::size_t count) {
    const Sweep sweep = parse_sweep(sweep_text(seeds_), "s.toml");
    experiments_ = expand(papers_tasks(), sweep).experiments;
    const StorePlan plan =
        prepare_store({sweep, papers_tasks()}, path(), experiments_, {"icsweep run s.toml -o s.h5", {.damaged = true}});
    run_jobs(path(), plan, count);
    return plan.jobs.size();
  }
  std::string path() const { return folder_.file("s.h5"); }

  /// The rows that verify reports as damaged, and the reason for the last one.
  std::set<std::int64_t> damaged(std::string* what = nullptr) const {
    const Verified verified = verify_rows(papers_tasks(), StoreReader(path()), false, [&](const Finding& finding) {
      if (what) *what = finding.wrong.at(0);
    });
    EXPECT_TRUE(verified.notes.empty());
    return verified.damaged.empty() ? std::set<std::int64_t>{} : verified.damaged.at("augmented");
  }

  /// The place of row `row` in the file for each column, and of its weights.
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

  /// Marks every row done, with the results of row 0 and its own identity.
  void write_all() const {
    const StoreReader store(path());
    const auto& table = *store.find("augmented");
    const Row first = table.read_rows(0, 1).at(0);
    const auto weights = table.weights(first);
    StoreWriter writer(path());
    const auto identities = table.texts("identity");
    for (const Experiment& e : experiments_) {
      Row row = first;
      row["identity"] = e.identity;
      for (const auto& [name, value] : e.config.values()) row[name] = parameter_cell(value, type_of(value));
      const auto at = std::find(identities.begin(), identities.end(), e.identity) - identities.begin();
      if (at > 0) writer.write("augmented", RowIndex(at), row, Outcome::done, weights);
    }
    writer.commit();
  }

  TemporaryFolder folder_;
  int seeds_ = 2;
  std::vector<Experiment> experiments_;
};

/// This pattern leaves out bit 7 of byte 7: it is the sign, the one bit of a NaN without meaning.
int bit_of(std::int64_t byte) {
  return int((3 * byte + 1) % 8);
}

/// Flips every byte of a row once, each in another row.
TEST_F(DamagedStore, AFlippedBitInAnyByteOfADoneRowIsFound) {
  launch(1);
  std::map<std::int64_t, std::string> flips;
  std::int64_t all = 0;
  for (const auto& [column, cell] : cells(0)) all += cell.count;
  seeds_ = int(all);
  launch(0);
  write_all();
  ASSERT_EQ(damaged(), std::set<std::int64_t>{});
  std::int64_t row = 0;
  for (const auto& [column, cell] : cells(0)) {
    const std::int64_t stride = cells(1).at(column).first - cell.first;
    for (std::int64_t i = 0; i < cell.count; ++i, ++row) {
      flip_bit(path(), cell.first + row * stride + i, bit_of(i));
      flips[row] = column + " byte " + std::to_string(i);
    }
  }
  for (const std::int64_t found : damaged()) flips.erase(found);
  EXPECT_GT(all, 1000);
  for (const auto& [missed, what] : flips) ADD_FAILURE() << what;
}

/// Each column is damaged in another row.
TEST_F(DamagedStore, WhateverCellIsDamagedTheNextLaunchPutsTheStoreRight) {
  launch(1);
  seeds_ = int(cells(0).size());
  launch(999);
  const auto before = digests();
  std::int64_t row = 0;
  std::size_t rewritten_only = 0;
  for (const auto& [column, unused] : cells(0)) {
    const ByteRange cell = cells(row).at(column);
    flip_bit(path(), cell.first + cell.count / 2, bit_of(cell.count / 2));
    rewritten_only += column == "planned";
    ++row;
    EXPECT_TRUE(damaged().contains(row - 1)) << column;
  }
  EXPECT_EQ(launch(999), cells(0).size() - rewritten_only);
  EXPECT_EQ(digests(), before);
  EXPECT_EQ(damaged(), std::set<std::int64_t>{});
  EXPECT_EQ(launch(9), 0u);
}

TEST_F(DamagedStore, AMarkThatItsSweepContradictsIsFoundAndPutRight) {
  launch(9);
  flip_bit(path(), bytes_of_row(path(), "/augmented/planned", 1).first, 0);
  std::string what;
  EXPECT_EQ(damaged(&what), std::set<std::int64_t>{1});
  EXPECT_EQ(what, "planned is 0, its sweep says 1");
  EXPECT_EQ(launch(9), 0u);
  EXPECT_EQ(damaged(), std::set<std::int64_t>{});
}

TEST_F(DamagedStore, TheIndexOfARowWithoutWeightsIsFollowed) {
  launch(2);
  {  // row 2 fails, so it has a place for weights and keeps none
    const StoreReader store(path());
    StoreWriter writer(path());
    Row row = store.find("augmented")->read_rows(2, 1).at(0);
    for (const char* text : {"message", "host", "level"}) row[text] = std::string();
    writer.write("augmented", RowIndex(2), row, Outcome::failed);
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
  EXPECT_EQ(digests(), before) << "no row was added for the damaged ones";
}

TEST_F(DamagedStore, AParameterThatBecameThatOfAnotherExperimentTakesNoRow) {
  launch(9);
  const auto before = digests();
  flip_bit(path(), bytes_of_row(path(), "/augmented/seed", 1).first,
           0);  // is 0 now, so all parameters are those of row 0
  EXPECT_EQ(damaged(), std::set<std::int64_t>{1});
  EXPECT_EQ(launch(9), 1u);
  EXPECT_EQ(digests(), before);
  EXPECT_EQ(damaged(), std::set<std::int64_t>{});
}

/// As a forger does who replaces a bad result with the good one of another row: every checksum is right.
TEST_F(DamagedStore, ARowUnderTheNameOfAnotherExperimentIsFoundThoughItsChecksumIsRight) {
  launch(9);
  const auto before = digests();
  {
    const StoreReader store(path());
    const auto& table = *store.find("augmented");
    Row row = table.read_rows(1, 1).at(0);
    row["seed"] = std::int64_t{77};
    overwrite(path(), bytes_of_row(path(), "/augmented/seed", 1), std::int64_t{77});
    overwrite(path(), bytes_of_row(path(), "/augmented/checksum", 1),
              std::int64_t(checksum(table.table(), row, Outcome::done, table.weights(row))));
  }
  std::string what;
  EXPECT_EQ(damaged(&what), std::set<std::int64_t>{1});
  EXPECT_EQ(what, "the identity of its parameters");
  EXPECT_EQ(launch(9), 1u);
  EXPECT_EQ(digests(), before);
  EXPECT_EQ(damaged(), std::set<std::int64_t>{});
}

/// A flipped bit that turns a letter into NUL must not lose the text after it when another sweep rewrites the store.
TEST_F(DamagedStore, ADamagedTextOutsideTheSweepKeepsEveryByte) {
  launch(9);
  const auto host = [&] {
    const ByteRange range = bytes_of_row(path(), "/augmented/host", 0);
    std::string bytes(std::size_t(range.count), '?');
    std::ifstream(path(), std::ios::binary).seekg(range.first).read(bytes.data(), range.count);
    return bytes;
  };
  const ByteRange range = bytes_of_row(path(), "/augmented/host", 0);
  for (int bit = 0; bit < 8; ++bit)
    if (host()[0] >> bit & 1) flip_bit(path(), range.first, bit);
  const std::string before = host();
  EXPECT_EQ(before[0], '\0');
  EXPECT_NE(before, std::string(before.size(), '\0'));
  const Sweep other = parse_sweep("[[grid]]\ntask = \"trajectory\"\n", "other.toml");
  const auto experiments = expand(papers_tasks(), other).experiments;
  EXPECT_EQ(prepare_store({other, papers_tasks()}, path(), experiments, {.add = true}).left_damaged, 1u);
  EXPECT_EQ(host(), before);
}

/// Its bytes stay, so the launch must count it as the file does when it ends.
TEST_F(DamagedStore, ADamagedRowThatIsNotAskedForCountsByItsStoredOutcome) {
  launch(9);
  flip_bit(path(), bytes_of_row(path(), "/augmented/host", 0).first, 0);
  const Sweep sweep = parse_sweep(sweep_text(seeds_), "s.toml");
  const auto experiments = expand(papers_tasks(), sweep, {"seed == 1"}, Unasked::kept).experiments;
  const StorePlan plan = prepare_store({sweep, papers_tasks()}, path(), experiments);
  EXPECT_EQ(plan.left_damaged, 1u);
  EXPECT_EQ(plan.found[std::size_t(Outcome::done)], 1u);
  EXPECT_EQ(plan.others[std::size_t(Outcome::done)], 2u);
  EXPECT_EQ(damaged(), std::set<std::int64_t>{0});
}

TEST_F(DamagedStore, APendingRowIsToldIfItIsCompleteOrItsParametersAreNotItsOwn) {
  launch(2);
  EXPECT_EQ(damaged(), std::set<std::int64_t>{}) << "row 2 is pending and sound";
  flip_bit(path(), bytes_of_row(path(), "/augmented/depth", 2).first, 1);
  EXPECT_EQ(damaged(), std::set<std::int64_t>{2});
  launch(9);
  EXPECT_EQ(damaged(), std::set<std::int64_t>{});
  flip_bit(path(), bytes_of_row(path(), "/augmented/status", 2).first, 0);
  std::string what;
  EXPECT_EQ(damaged(&what), std::set<std::int64_t>{2});
  EXPECT_EQ(what, "its status is pending, its checksum that of a row that is done");
  const Verified leased = verify_rows(papers_tasks(), StoreReader(path()), true, [](const Finding&) {});
  EXPECT_TRUE(leased.damaged.empty()) << "a launch may be going to mark it";
  EXPECT_EQ(leased.unmarked, 1u);
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
