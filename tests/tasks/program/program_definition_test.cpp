#include "tasks/program/program_definition.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "io/base/temporary_folder.hpp"

namespace icsweep {
namespace {

class Code : public ::testing::Test {
 protected:
  Code() {
    std::filesystem::create_directory(folder_.file("net"));
    write("train.py", "a"), write("net/layers.py", "b");
    toy_ = {.name = "toy",
            .command = {"python3", "train.py"},
            .results = {"mse"},
            .files = {"train.py", "net/layers.py"},
            .folder = folder_.file("")};
  }
  void write(const std::string& name, const std::string& text) { std::ofstream(folder_.file(name)) << text; }
  std::string refusal() {
    try {
      code_of(toy_);
    } catch (const Error& e) {
      return e.what();
    }
    return "";
  }

  TemporaryFolder folder_;
  ProgramDefinition toy_{.name = "toy"};
};

TEST_F(Code, ChangesWithEverythingThatDecidesTheResult) {
  const std::string code = code_of(toy_);
  EXPECT_EQ(code.size(), 32u);
  EXPECT_EQ(code_of(toy_), code);
  const auto differs = [&](auto change) {
    ProgramDefinition other = toy_;
    change(other);
    return code_of(other) != code;
  };
  EXPECT_TRUE(differs([](auto& d) { d.command = {"python3", "train.py", "--fast"}; }));
  EXPECT_TRUE(differs([](auto& d) { d.command = {"python3 train.py"}; }));
  EXPECT_TRUE(differs([](auto& d) { d.results = {"mse", "loss[2]"}; }));
  EXPECT_TRUE(differs([](auto& d) { d.files = {"train.py"}; }));
  EXPECT_FALSE(differs([](auto& d) { d.seconds = 3, d.silent_after = 9, d.name = "other"; }));
  write("net/layers.py", "c");
  EXPECT_NE(code_of(toy_), code);
}

/// The same sweep on another machine has the same identities.
TEST_F(Code, DoesNotDependOnTheFolder) {
  const std::string code = code_of(toy_);
  const TemporaryFolder other;
  std::filesystem::copy(folder_.file(""), other.file("copy"), std::filesystem::copy_options::recursive);
  toy_.folder = other.file("copy");
  EXPECT_EQ(code_of(toy_), code);
}

TEST_F(Code, RefusesFilesThatAreNotBesideOrBelow) {
  for (const char* name : {"/etc/passwd", "../train.py", "net/../../train.py", ""}) {
    toy_.files = {name};
    EXPECT_EQ(refusal(),
              std::string("files of toy: \"") + name + "\" does not lie beside or below the sweep file, move it there");
  }
  toy_.files = {"none.py"};
  EXPECT_EQ(refusal(), "files of toy: \"none.py\" cannot be read (No such file or directory), check the name");
  toy_.files = {"net"};
  EXPECT_EQ(refusal(), "files of toy: \"net\" cannot be read (Invalid argument), check the name");
}

}  // namespace
}  // namespace icsweep
