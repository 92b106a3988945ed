// Trained weights in a store: each row has its own part of one flat dataset.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "io/base/temporary_folder.hpp"
#include "support/toy_store.hpp"

namespace icsweep {
namespace {

using Floats = std::vector<float>;

/// Rows with room for 2, 0 and 3 numbers.
void create_store_with_weights(const std::string& path) {
  TablePlan plan{make_table(toy_schema()), nullptr, {}, {1, 1, 1}, {}, {{2, false}, {0, false}, {3, false}}};
  for (const char* dimension : {"position", "row", "column"}) plan.table.extents[dimension] = 3;
  for (int i = 0; i < 3; ++i) {
    const Config config = toy_config(i % 3 + 1, i / 100.0);
    plan.added.push_back({identity(toy_schema(), config), config});
  }
  create_store(path, {"toys", "[sweep]", "test", "gcc", "plain", "now", "none"}, {plan});
}

void write_all(const std::string& path) {
  StoreWriter writer(path);
  writer.write("toy", RowIndex(2), toy_row(2), Outcome::done, Floats{7, 8, 9});
  writer.write("toy", RowIndex(0), toy_row(0), Outcome::done, Floats{5, 6});
  writer.write("toy", RowIndex(1), toy_row(1), Outcome::done, Floats{1, 2, 3, 4});
  writer.commit();
}

Floats weights(const std::string& path, std::int64_t row) {
  const StoreReader store(path);
  const auto& table = *store.find("toy");
  return table.weights(table.read_rows(row, 1).at(0));
}

bool matches(const std::string& path, std::int64_t row) {
  const StoreReader store(path);
  const auto& table = *store.find("toy");
  const Row cells = table.read_rows(row, 1).at(0);
  return std::int64_t(checksum(table.table(), cells, Outcome::done, table.weights(cells))) ==
         std::get<std::int64_t>(cells.at("checksum"));
}

TEST(StoreWeights, EachRowHasItsOwnAndARowWithoutRoomKeepsNone) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5");
  create_store_with_weights(path);
  EXPECT_EQ(weights(path, 0), Floats{});
  write_all(path);
  EXPECT_EQ(weights(path, 0), (Floats{5, 6}));
  EXPECT_EQ(weights(path, 1), Floats{});
  EXPECT_EQ(weights(path, 2), (Floats{7, 8, 9}));
  for (int row = 0; row < 3; ++row) EXPECT_TRUE(matches(path, row)) << row;
  EXPECT_EQ(StoreReader(path).find("toy")->integers("weights_offset"), (std::vector<std::int64_t>{0, -1, 2}));
  EXPECT_EQ(StoreReader(path).find("toy")->integers("weights_count"), (std::vector<std::int64_t>{2, 0, 3}));
}

TEST(StoreWeights, ATableWithoutRoomHasNoColumnsForThem) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5");
  create_toy_store(path, 1);
  StoreWriter(path).write("toy", RowIndex(0), toy_row(0), Outcome::done, Floats{5, 6});
  const StoreReader store(path);
  EXPECT_EQ(store.find("toy")->table().find("weights_offset"), nullptr);
  EXPECT_EQ(store.find("toy")->table().weights, 0);
}

TEST(StoreWeights, AnyFlippedBitOfThemBreaksTheRowsChecksum) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5"), whole = folder.file("whole");
  create_store_with_weights(path);
  write_all(path);
  std::filesystem::copy_file(path, whole);
  std::ifstream file(path, std::ios::binary);
  const std::string content((std::istreambuf_iterator<char>(file)), {});
  const Floats flat{5, 6, 7, 8, 9};
  const auto at = content.find(std::string(reinterpret_cast<const char*>(flat.data()), 4 * flat.size()));
  ASSERT_NE(at, std::string::npos);
  for (std::size_t byte = 0; byte < 4 * flat.size(); ++byte) {
    std::filesystem::copy_file(whole, path, std::filesystem::copy_options::overwrite_existing);
    std::fstream damaged(path, std::ios::in | std::ios::out | std::ios::binary);
    damaged.seekp(std::streamoff(at + byte)).put(char(content[at + byte] ^ 4));
    damaged.close();
    EXPECT_EQ(matches(path, 0), byte >= 8) << byte;
    EXPECT_EQ(matches(path, 2), byte < 8) << byte;
  }
}

TEST(StoreWeights, ADamagedIndexIsFoundAndReadsNothingOutside) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5");
  create_store_with_weights(path);
  write_all(path);
  const StoreReader store(path);
  const auto& table = *store.find("toy");
  const Row row = table.read_rows(0, 1).at(0);
  const std::int64_t huge = std::int64_t{1} << 62;
  const auto damaged = [&](std::int64_t offset, std::int64_t count) {
    Row copy = row;
    copy["weights_offset"] = offset;
    copy["weights_count"] = count;
    return table.weights(copy);
  };
  for (const auto& [offset, count] :
       {std::pair<std::int64_t, std::int64_t>{-1, 2}, {4, 2}, {huge, 2}, {0, huge}, {huge, huge}})
    EXPECT_EQ(damaged(offset, count), Floats{}) << offset << " " << count;
  for (const auto& [offset, count] : {std::pair<std::int64_t, std::int64_t>{1, 2}, {0, 1}, {0, 3}, {0, 0}, {-1, 2}})
    EXPECT_NE(std::int64_t(checksum(table.table(), row, Outcome::done, damaged(offset, count))),
              std::get<std::int64_t>(row.at("checksum")))
        << offset << " " << count;
}

TEST(StoreWeights, AChoppedStoreIsRefusedWhereverItIsCut) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5"), whole = folder.file("whole");
  create_store_with_weights(whole);
  const auto size = std::filesystem::file_size(whole);
  for (int cut = 1; cut <= 20; ++cut) {
    std::filesystem::copy_file(whole, path, std::filesystem::copy_options::overwrite_existing);
    std::filesystem::resize_file(path, size * std::uintmax_t(cut) / 21);
    EXPECT_THROW(StoreReader{path}, Error) << cut;
  }
}

TEST(StoreWeights, AnExtensionMovesThemAndGivesNewRowsTheirPlace) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5");
  create_store_with_weights(path);
  write_all(path);
  {
    const StoreReader store(path);
    TablePlan plan{store.find("toy")->table(),
                   store.find("toy"),
                   {},
                   {1, 1, 1, 1},
                   {},
                   {{0, false}, {4, false}, {3, true}, {1, false}}};
    const Config config = toy_config(1, 0.9);
    plan.added.push_back({identity(toy_schema(), config), config});
    create_store(path, store.header(), {plan});
  }
  EXPECT_EQ(StoreReader(path).find("toy")->integers("weights_offset"), (std::vector<std::int64_t>{-1, 0, 4, 7}));
  EXPECT_EQ(weights(path, 0), Floats{});
  EXPECT_EQ(weights(path, 2), (Floats{7, 8, 9}));
  EXPECT_TRUE(matches(path, 2));
  StoreWriter writer(path);
  writer.write("toy", RowIndex(1), toy_row(1), Outcome::done, Floats{1, 2, 3, 4});
  writer.write("toy", RowIndex(3), toy_row(90), Outcome::done, Floats{0.5});
  EXPECT_THROW(writer.write("toy", RowIndex(3), toy_row(90), Outcome::done, Floats{1, 2}), Error);
  writer.commit();
  EXPECT_EQ(weights(path, 1), (Floats{1, 2, 3, 4}));
  EXPECT_EQ(weights(path, 2), (Floats{7, 8, 9}));
}

}  // namespace
}  // namespace icsweep
