#include "io/arrays/array_file.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "io/base/error.hpp"
#include "io/base/temporary_folder.hpp"

namespace icsweep {
namespace {

const std::vector<WeightArray> arrays{{"layer.weight", {2, 3}}, {"layer.bias", {2}}, {"a \"quoted\" name", {1, 1}}};
const std::vector<float> nine{1, 2, 3, 4, 5, 6, 0.1f, -INFINITY, 1e-40f};

std::string bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string refusal(const std::string& path) {
  try {
    write_safetensors(path, {}, arrays, nine);
  } catch (const Error& e) {
    return e.what();
  }
  return "";
}

TEST(ArrayOutput, SafetensorsAreReadBackByNameWithShapeAndEveryBit) {
  const TemporaryFolder folder;
  const std::string path = folder.file("w.safetensors");
  write_safetensors(path, {{"task", "augmented"}}, arrays, nine);
  std::size_t first = 0;
  for (const auto& a : arrays) {
    const ArrayFile file(path, a.name);
    EXPECT_EQ(file.shape(), a.shape);
    EXPECT_EQ(file.values(), std::vector<double>(nine.begin() + first, nine.begin() + first + a.count()));
    first += a.count();
  }
}

TEST(ArrayOutput, SafetensorsBeginWithMetadataAndTheirNumbersAreAligned) {
  const TemporaryFolder folder;
  const std::string path = folder.file("w.safetensors");
  for (const char* task : {"a", "ab", "abc", "abcdefgh"}) {
    write_safetensors(path, {{"task", task}}, arrays, nine);
    const std::string file = bytes(path);
    EXPECT_EQ((file.size() - nine.size() * sizeof(float)) % 8, 0u);
    EXPECT_EQ(file.substr(8).find("{\"__metadata__\":{\"task\":\"" + std::string(task) + "\"}"), 0u) << file;
  }
}

TEST(ArrayOutput, AFileIsReplacedWholeAndNothingIsLeftBesideIt) {
  const TemporaryFolder folder;
  const std::string path = folder.file("x.npy");
  write_npy(path, {3}, std::vector<double>{1, 2, 3});
  write_npy(path, {}, std::vector<double>{7});
  EXPECT_EQ(ArrayFile(path).shape(), std::vector<std::int64_t>{});
  EXPECT_EQ(ArrayFile(path).values(), std::vector<double>{7});
  EXPECT_FALSE(std::filesystem::exists(path + ".new"));
}

TEST(ArrayOutput, ALinkIsFollowed) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink(folder.file("x.npy"), folder.file("link.npy"));
  write_npy(folder.file("link.npy"), {1}, std::vector<double>{7});
  EXPECT_TRUE(std::filesystem::is_symlink(folder.file("link.npy")));
  EXPECT_EQ(ArrayFile(folder.file("x.npy")).values(), std::vector<double>{7});
}

TEST(ArrayOutput, WhatCannotBeWrittenIsNamedAndADeviceIsNoPlace) {
  const TemporaryFolder folder;
  EXPECT_NE(refusal(folder.file("no/w.safetensors")).find("no/w.safetensors: cannot be written (No such file"),
            std::string::npos);
  EXPECT_NE(refusal("/dev/null").find("/dev/null: cannot be written (it is not a regular file)"), std::string::npos);
  EXPECT_NE(refusal(folder.file("")).find("it is not a regular file"), std::string::npos);
}

TEST(ArrayOutput, ShapesThatDoNotFitTheValuesAreAnError) {
  const TemporaryFolder folder;
  EXPECT_THROW(write_safetensors(folder.file("w"), {}, {{"a", {2}}}, nine), std::invalid_argument);
  EXPECT_THROW(write_npy(folder.file("x"), {2, 2}, nine), std::invalid_argument);
}

}  // namespace
}  // namespace icsweep
