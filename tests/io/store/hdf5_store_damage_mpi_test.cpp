#include <gtest/gtest.h>
#include <hdf5.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "support/file_size_limit.hpp"
#include "support/stored_bytes.hpp"
#include "io/base/temporary_folder.hpp"
#include "support/toy_store.hpp"

namespace icsweep {
namespace {

/// The message on opening the store, empty without an error. It is always one line that names the file.
std::string refusal(const std::string& path) {
  try {
    const StoreReader store(path);
    for (const auto& table : store.tables()) table.read_rows(0, table.table().rows);
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()).find('\n'), std::string::npos);
    EXPECT_NE(std::string(e.what()).find(path), std::string::npos) << e.what();
    return e.what();
  }
  return "";
}

TEST(StoreDamage, AChoppedStoreIsRefusedWhereverItIsCut) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5");
  create_toy_store(path, 5);
  const auto size = std::filesystem::file_size(path);
  std::filesystem::copy_file(path, folder.file("whole"));
  for (int cut = 1; cut <= 40; ++cut) {
    std::filesystem::copy_file(folder.file("whole"), path, std::filesystem::copy_options::overwrite_existing);
    std::filesystem::resize_file(path, size * std::uintmax_t(cut) / 41);
    EXPECT_NE(refusal(path), "") << "cut at " << size * std::uintmax_t(cut) / 41 << " of " << size;
  }
  std::filesystem::copy_file(folder.file("whole"), path, std::filesystem::copy_options::overwrite_existing);
  EXPECT_EQ(refusal(path), "");
}

TEST(StoreDamage, AStoreCutBeforeWithinOrAtTheEndOfAnyColumnIsRefused) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5");
  create_toy_store(path, 5);
  const Table table = StoreReader(path).tables()[0].table();
  std::vector<std::uintmax_t> cuts;
  for (const auto& c : table.columns) {
    const ByteRange first = bytes_of_row(path, "/toy/" + c.name, 0), last = bytes_of_row(path, "/toy/" + c.name, 4);
    for (const auto cut : {first.first, first.first + first.count / 2, last.first + last.count - 1})
      cuts.push_back(std::uintmax_t(cut));
  }
  std::sort(cuts.rbegin(), cuts.rend());  // each cut shortens the same file
  for (const auto cut : cuts) {
    std::filesystem::resize_file(path, cut);
    EXPECT_NE(refusal(path), "") << "cut at " << cut;
  }
}

TEST(StoreDamage, WhatIsNoStoreIsNamedAsWhatItIs) {
  const TemporaryFolder folder;
  EXPECT_NE(refusal(folder.file("none.h5")).find("no such store"), std::string::npos);
  std::ofstream(folder.file("text.h5")) << "hello";
  EXPECT_NE(refusal(folder.file("text.h5")).find("is not an HDF5 file"), std::string::npos);
  H5Fclose(H5Fcreate(folder.file("other.h5").c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT));
  EXPECT_NE(refusal(folder.file("other.h5")).find("not an icsweep store"), std::string::npos);
}

TEST(StoreDamage, AnotherStoreVersionIsRefusedWithBothNumbers) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5");
  create_toy_store(path, 1);
  const hid_t file = H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT),
              attribute = H5Aopen(file, "icsweep_store_version", H5P_DEFAULT);
  const int later = store_version + 1;
  H5Awrite(attribute, H5T_NATIVE_INT, &later);
  H5Aclose(attribute);
  H5Fclose(file);
  EXPECT_NE(refusal(path).find("has store version 5, this program reads versions 1 to 4"), std::string::npos);
}

TEST(StoreDamage, AFolderThatIsNotThereIsNamedAndNothingIsWritten) {
  try {
    create_toy_store("/nowhere/at/all/s.h5", 1);
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("there is no folder /nowhere/at/all"), std::string::npos);
  }
}

TEST(StoreDamage, AFullDiskAtCreationLeavesNothingBehind) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5");
  const FileSizeLimit limit(8192);
  EXPECT_THROW(create_toy_store(path, 100), Error);
  EXPECT_TRUE(std::filesystem::is_empty(folder.file("")));
}

TEST(StoreDamage, AFailedWriteMarksNothingDoneAndKeepsWhatWasDone) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5");
  create_toy_store(path, 200);
  {
    StoreWriter writer(path);
    writer.write("toy", RowIndex(0), toy_row(0), Outcome::done);
    writer.commit();
    const FileSizeLimit limit(8192);  // the rest of the file can no longer be written
    bool failed = false;
    try {
      for (int i = 1; i < 200; ++i) writer.write("toy", RowIndex(i), toy_row(i), Outcome::done);
      writer.commit();
    } catch (const Error& e) {
      failed = true;
      EXPECT_NE(std::string(e.what()).find("nothing finished is lost"), std::string::npos);
    }
    EXPECT_TRUE(failed);
  }
  const StoreReader store(path);
  const auto& table = store.tables()[0];
  const auto status = table.integers("status");
  EXPECT_EQ(status[0], 1);
  for (std::size_t i = 1; i < status.size(); ++i) EXPECT_EQ(status[i], 0) << i;
  EXPECT_EQ(std::get<double>(table.read_rows(0, 1)[0].at("error")), 10);
}

}  // namespace
}  // namespace icsweep
