#include "io/base/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "io/base/error.hpp"
#include "io/base/variable.hpp"

namespace icsweep {
namespace {

namespace fs = std::filesystem;

class PrivateFolders : public ::testing::Test {
 protected:
  PrivateFolders() {
    if (const char* before = std::getenv("TMPDIR")) before_ = before;
    ::setenv("TMPDIR", folder_.file("").c_str(), 1);
  }
  ~PrivateFolders() override { before_.empty() ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", before_.c_str(), 1); }

  /// The path of a folder whose process was killed.
  std::string left_over() const {
    int ends[2];
    EXPECT_EQ(::pipe(ends), 0);
    const pid_t child = ::fork();
    if (child == 0) {
      const PrivateFolder own("test");
      [[maybe_unused]] const auto written = ::write(ends[1], own.path().data(), own.path().size());
      ::kill(::getpid(), SIGKILL);
    }
    ::waitpid(child, nullptr, 0);
    char path[4096] = "";
    EXPECT_GT(::read(ends[0], path, sizeof path - 1), 0);
    ::close(ends[0]), ::close(ends[1]);
    return path;
  }

  TemporaryFolder folder_;
  std::string before_;
};

TEST_F(PrivateFolders, AKilledProcessesFolderIsRemovedByTheNext) {
  const std::string left = left_over();
  EXPECT_TRUE(fs::exists(left));
  const PrivateFolder next("test");
  EXPECT_FALSE(fs::exists(left));
}

/// A user's folder, a copy of one of ours, and a renamed one are not ours.
TEST_F(PrivateFolders, OnlyProvenFoldersAreRemoved) {
  fs::create_directory(folder_.file("icsweep-test-thesis"));
  std::ofstream(folder_.file("icsweep-test-thesis/data.csv")) << "precious";
  fs::copy(left_over(), folder_.file("icsweep-test-copy"), fs::copy_options::recursive);
  fs::rename(left_over(), folder_.file("icsweep-test-renamed"));
  const PrivateFolder next("test");
  for (const char* name : {"icsweep-test-thesis/data.csv", "icsweep-test-copy", "icsweep-test-renamed"})
    EXPECT_TRUE(fs::exists(folder_.file(name))) << name;
}

TEST_F(PrivateFolders, AForkedCopyLeavesTheFolder) {
  const PrivateFolder own("test");
  const pid_t child = ::fork();
  if (child == 0) {
    own.~PrivateFolder();
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
  EXPECT_TRUE(fs::exists(own.path()));
}

TEST_F(PrivateFolders, LieInTheFirstPlaceThatIsSetAndNotEmpty) {
  EXPECT_EQ(temporary_place(), folder_.file(""));
  const std::string before = variable("TMP");
  ::setenv("TMPDIR", "", 1);
  ::setenv("TMP", "elsewhere", 1);
  EXPECT_EQ(temporary_place(), fs::absolute("elsewhere"));
  ::setenv("TMP", before.c_str(), 1);
  if (before.empty()) ::unsetenv("TMP");
}

/// No folder is made in the current one instead.
TEST_F(PrivateFolders, AMissingPlaceIsRefused) {
  ::setenv("TMPDIR", folder_.file("missing").c_str(), 1);
  try {
    const PrivateFolder own("test");
    FAIL() << own.path();
  } catch (const Error& e) {
    EXPECT_TRUE(std::string(e.what()).starts_with(folder_.file("missing/icsweep-test-"))) << e.what();
    EXPECT_TRUE(
        std::string(e.what()).ends_with(" cannot be made (No such file or directory), set TMPDIR to a folder "
                                        "that can be written"))
        << e.what();
  }
}

}  // namespace

}  // namespace icsweep
