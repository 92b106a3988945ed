#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "io/base/temporary_folder.hpp"
#include "support/toy_store.hpp"

namespace icsweep {
namespace {

TEST(Store, UnfinishedRowsReadAsNaNAndPending) {
  const TemporaryFolder folder;
  create_toy_store(folder.file("s.h5"), 4);
  const StoreReader store(folder.file("s.h5"));
  const auto& table = store.tables()[0];
  for (const double v : table.reals("error")) EXPECT_TRUE(std::isnan(v));
  for (const double v : table.reals("curve")) EXPECT_TRUE(std::isnan(v));
  for (const double v : table.reals("seconds")) EXPECT_TRUE(std::isnan(v));
  EXPECT_EQ(table.integers("status"), std::vector<std::int64_t>(4, 0));
  EXPECT_EQ(table.integers("length"), (std::vector<std::int64_t>{1, 2, 3, 1}));
  EXPECT_EQ(table.reals("rate")[2], 0.02);
}

TEST(Store, RowsComeBackAsWrittenAndMatchTheirChecksum) {
  const TemporaryFolder folder;
  create_toy_store(folder.file("s.h5"), 4);
  {
    StoreWriter writer(folder.file("s.h5"));
    writer.write("toy", RowIndex(1), toy_row(1), Outcome::done);
    writer.write("toy", RowIndex(3), toy_row(3), Outcome::diverged);
    writer.commit();
  }
  const StoreReader store(folder.file("s.h5"));
  const auto& table = store.tables()[0];
  EXPECT_EQ(table.integers("status"), (std::vector<std::int64_t>{0, 1, 0, 2}));
  const auto rows = table.read_rows(0, 4);
  EXPECT_EQ(std::get<double>(rows[1].at("error")), 11);
  EXPECT_EQ(std::get<Array>(rows[1].at("curve")).values[1], 1);
  EXPECT_TRUE(std::isnan(std::get<Array>(rows[1].at("curve")).values[2]));
  const auto& matrix = std::get<Array>(rows[1].at("P")).values;  // of 2 × 2, in the corner of 3 × 3
  EXPECT_EQ((std::vector<double>{matrix[0], matrix[1], matrix[3], matrix[4]}),
            (std::vector<double>{1, 1.01, 1.02, 1.03}));
  for (const int padding : {2, 5, 6, 7, 8}) EXPECT_TRUE(std::isnan(matrix[std::size_t(padding)]));
  EXPECT_EQ(std::get<std::string>(rows[3].at("host")), "host");
  for (const int i : {1, 3}) {
    const auto outcome = Outcome(std::get<std::int64_t>(rows[i].at("status")));
    EXPECT_EQ(std::int64_t(checksum(table.table(), rows[i], outcome)), std::get<std::int64_t>(rows[i].at("checksum")));
    EXPECT_EQ(std::int64_t(digest(table.table(), rows[i])), std::get<std::int64_t>(rows[i].at("digest")));
  }
}

/// For example a rank of a host that was cut off: it ends its experiment long after another launch has done the same
/// one.
TEST(Store, ARankWhoseLaunchLostTheLeaseWritesNothing) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5");
  create_toy_store(path, 2);
  std::ofstream(path + ".lease") << "ours and more";
  StoreWriter writer(path, LeaseWatch(path, "ours"));
  writer.write("toy", RowIndex(0), toy_row(0), Outcome::done);
  std::ofstream(path + ".lease") << "theirs and more";
  const auto bytes = [&] {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  };
  const std::string before = bytes();
  EXPECT_THROW(writer.commit(), Error);
  EXPECT_THROW(writer.write("toy", RowIndex(1), toy_row(1), Outcome::done), Error);
  EXPECT_EQ(bytes(), before);
  EXPECT_EQ(StoreReader(path).tables()[0].integers("status"), (std::vector<std::int64_t>{0, 0}));
}

TEST(Store, OnlyWhatALaunchHasHalfMadeIsRemoved) {
  const TemporaryFolder folder;
  for (const char* name : {"s", "s.new", "s.new.h5", "s.new.a.1", "t.icsweep-makes-it.a.1", "s.icsweep-makes-it.a.1"})
    std::ofstream(folder.file(name)) << "mine";
  remove_half_made(folder.file("s"));
  EXPECT_FALSE(std::filesystem::exists(folder.file("s.icsweep-makes-it.a.1")));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.file("")), {}), 5);
}

TEST(Store, ALaunchThatLostTheLeaseDoesNotPutItsStoreInPlace) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5");
  std::ofstream(path + ".lease") << "theirs and more";
  const LeaseWatch ours(path, "ours"), theirs(path, "theirs");
  EXPECT_THROW(create_store(path, {}, {}, &ours), Error);
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.file("")), {}), 1) << "more than the lease";
  create_store(path, {}, {}, &theirs);
  EXPECT_TRUE(std::filesystem::exists(path));
}

TEST(Store, StatusIsWrittenOnlyByACommit) {
  const TemporaryFolder folder;
  create_toy_store(folder.file("s.h5"), 2);
  StoreWriter writer(folder.file("s.h5"));
  writer.write("toy", RowIndex(0), toy_row(0), Outcome::done);
  EXPECT_EQ(StoreReader(folder.file("s.h5")).tables()[0].integers("status")[0], 0);
  writer.commit(std::chrono::hours(1));  // too early: the last commit is more recent
  EXPECT_EQ(StoreReader(folder.file("s.h5")).tables()[0].integers("status")[0], 0);
  writer.commit();
  EXPECT_EQ(StoreReader(folder.file("s.h5")).tables()[0].integers("status")[0], 1);
}

TEST(Store, ARowThatGivesFewerResultsThanBeforeLeavesNothingOld) {
  const TemporaryFolder folder;
  create_toy_store(folder.file("s.h5"), 3);
  StoreWriter writer(folder.file("s.h5"));
  writer.write("toy", RowIndex(2), toy_row(2), Outcome::done);
  Row failed;
  for (const auto& [name, cell] : toy_row(2))
    if (name != "error" && name != "curve") failed[name] = cell;
  writer.write("toy", RowIndex(2), failed, Outcome::failed);
  writer.commit();
  const auto row = StoreReader(folder.file("s.h5")).tables()[0].read_rows(2, 1).at(0);
  EXPECT_TRUE(std::isnan(std::get<double>(row.at("error"))));
  for (const double v : std::get<Array>(row.at("curve")).values) EXPECT_TRUE(std::isnan(v));
}

TEST(Store, LargerMatricesOfAnExtensionLeaveTheOldOnesInTheirCorner) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5");
  create_toy_store(path, 2);
  {
    StoreWriter writer(path);
    writer.write("toy", RowIndex(1), toy_row(1), Outcome::done);
    writer.commit();
  }
  const auto before = StoreReader(path).find("toy")->read_rows(1, 1).at(0);
  {
    const StoreReader old(path);
    TablePlan plan{old.find("toy")->table(), old.find("toy"), {}, {1, 1}, {}};
    plan.table.extents["row"] = 5;
    plan.table.extents["column"] = 4;
    create_store(path, old.header(), {plan});
  }
  const StoreReader store(path);
  const auto& table = *store.find("toy");
  const auto after = table.read_rows(1, 1).at(0);
  const auto& matrix = std::get<Array>(after.at("P"));
  EXPECT_EQ(matrix.shape, (std::vector<std::int64_t>{5, 4}));
  EXPECT_EQ(matrix.values[0], 1);
  EXPECT_EQ(matrix.values[1], 1.01);
  EXPECT_EQ(matrix.values[4], 1.02);
  EXPECT_TRUE(std::isnan(matrix.values[2]));
  EXPECT_EQ(digest(table.table(), after), digest(table.table(), before));
  EXPECT_EQ(std::int64_t(checksum(table.table(), after, Outcome::done)), std::get<std::int64_t>(after.at("checksum")));
}

/// Rows of an extension are as empty as those of a new store, also in arrays that grow.
TEST(Store, NewRowsOfAnExtensionAreThoseOfANewStore) {
  const TemporaryFolder folder;
  const Config config = toy_config(5, 0.5);
  TablePlan plan{make_table(toy_schema()), nullptr, {{identity(toy_schema(), config), config}}, {1}, {}};
  plan.table.extents = {{"position", 5}, {"row", 3}, {"column", 3}};
  create_store(folder.file("new.h5"), {"toys", "[sweep]", "test", "gcc", "plain", "now", "none"}, {plan});
  create_toy_store(folder.file("s.h5"), 2);
  {
    const StoreReader old(folder.file("s.h5"));
    plan.table = old.find("toy")->table();
    plan.table.extents["position"] = 5;
    plan.old = old.find("toy");
    plan.planned = {1, 1, 1};
    create_store(folder.file("s.h5"), old.header(), {plan});
  }
  const StoreReader larger(folder.file("s.h5")), fresh(folder.file("new.h5"));
  RowBlock extended, whole;
  larger.find("toy")->read_block(2, 1, extended);
  fresh.find("toy")->read_block(0, 1, whole);
  for (const ColumnCells& cells : whole.columns) {
    const ColumnCells* other = extended.find(cells.column->name);
    ASSERT_TRUE(other) << cells.column->name;
    EXPECT_EQ(bytes_of(cells.integers), bytes_of(other->integers)) << cells.column->name;
    EXPECT_EQ(bytes_of(cells.reals), bytes_of(other->reals)) << cells.column->name;
    EXPECT_EQ(std::string_view(cells.texts.c_str()), other->texts.c_str()) << cells.column->name;
  }
}

/// An array that no experiment of the sweep has contains no elements.
TEST(Store, ADimensionMayBeEmpty) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5");
  const Config config = toy_config(1, 0);
  TablePlan plan{make_table(toy_schema()), nullptr, {{identity(toy_schema(), config), config}}, {1}, {}};
  plan.table.extents = {{"position", 1}, {"row", 0}, {"column", 0}};
  create_store(path, {"toys", "", "test", "gcc", "plain", "now", "none"}, {plan});
  {
    StoreWriter writer(path);
    Row row = toy_row(0);
    row["P"] = Array{{0, 0}, {}};
    writer.write("toy", RowIndex(0), row, Outcome::done);
    writer.commit();
  }
  const StoreReader store(path);
  EXPECT_TRUE(store.find("toy")->reals("P").empty());
  EXPECT_EQ(store.find("toy")->reals("error")[0], 10);
  TablePlan extended{store.find("toy")->table(), store.find("toy"), {}, {1}, {}};
  extended.table.extents["row"] = extended.table.extents["column"] = 2;
  create_store(folder.file("larger.h5"), store.header(), {extended});
  const StoreReader larger(folder.file("larger.h5"));
  const auto matrix = larger.find("toy")->reals("P");
  EXPECT_EQ(std::count_if(matrix.begin(), matrix.end(), [](double v) { return std::isnan(v); }), 4);
  EXPECT_EQ(larger.find("toy")->reals("error")[0], 10);
}

TEST(Store, SeveralWritersShareOneFile) {
  const TemporaryFolder folder;
  create_toy_store(folder.file("s.h5"), 30);
  {
    StoreWriter first(folder.file("s.h5")), second(folder.file("s.h5"));
    for (int i = 0; i < 30; ++i) (i % 2 ? first : second).write("toy", RowIndex(i), toy_row(i), Outcome::done);
    first.commit();
    second.commit();
  }
  const StoreReader store(folder.file("s.h5"));
  const auto& table = store.tables()[0];
  EXPECT_EQ(table.integers("status"), std::vector<std::int64_t>(30, 1));
  for (int i = 0; i < 30; ++i) EXPECT_EQ(table.reals("error")[i], 10 + i);
}

TEST(Store, WritingRowsChangesNoMetadata) {
  const TemporaryFolder folder;
  create_toy_store(folder.file("s.h5"), 8);
  const auto size = std::filesystem::file_size(folder.file("s.h5"));
  {
    StoreWriter writer(folder.file("s.h5"));
    for (int i = 0; i < 8; ++i) writer.write("toy", RowIndex(i), toy_row(i), Outcome::done);
    writer.commit();
  }
  EXPECT_EQ(std::filesystem::file_size(folder.file("s.h5")), size);
  EXPECT_EQ(
      std::distance(std::filesystem::directory_iterator(std::filesystem::path(folder.file("s.h5")).parent_path()), {}),
      1)
      << "no other file is left beside the store";
}

}  // namespace
}  // namespace icsweep
