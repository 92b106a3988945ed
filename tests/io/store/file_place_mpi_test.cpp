#include "io/store/file_place.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>

#include "io/base/error.hpp"
#include "io/base/temporary_folder.hpp"

namespace icsweep {
namespace {

/// The message about an open file after `disturb`; empty without an error.
std::string said(const std::string& path, const std::function<void()>& disturb) {
  std::ofstream(path) << "content";
  const FilePlace place(path);
  disturb();
  try {
    place.expect();
  } catch (const Error& e) {
    EXPECT_TRUE(std::string(e.what()).starts_with(path + ": ")) << e.what();
    return e.what();
  }
  return "";
}

TEST(FilePlace, WhatHappenedToAnOpenFileIsSaidWithWhereItIsNow) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5"), other = folder.file("other");
  const auto put_another = [&] {
    std::ofstream(other) << "hello";
    std::filesystem::rename(other, path);
  };
  EXPECT_NE(said(path, [&] { std::filesystem::remove(path); }).find("was deleted"), std::string::npos);
  EXPECT_NE(said(path, [&] { std::filesystem::rename(path, other); }).find("the store's file is in " + other),
            std::string::npos);
  EXPECT_NE(said(path, put_another)
                .find("another file took the store's place while it was written and was not touched;"
                      " the store's file is gone"),
            std::string::npos);
  EXPECT_NE(said(path, [&] { std::ofstream(path) << "hello"; }).find("it has 5 bytes instead of 7"), std::string::npos);
}

TEST(FilePlace, WritingTheFileOrRenamingItBackIsNothingToSay) {
  const TemporaryFolder folder;
  const std::string path = folder.file("s.h5"), other = folder.file("other");
  EXPECT_EQ(said(path, [&] { std::fstream(path, std::ios::in | std::ios::out) << "CONTENT"; }), "");
  EXPECT_EQ(said(path,
                 [&] {
                   std::filesystem::rename(path, other);
                   std::filesystem::rename(other, path);
                 }),
            "");
  const FilePlace none(folder.file("none"));
  EXPECT_NO_THROW(none.expect()) << "opening it is what fails";
}

}  // namespace
}  // namespace icsweep
