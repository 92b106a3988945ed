#include "tasks/program/checkpoint_folder.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include "io/base/temporary_folder.hpp"

namespace icsweep {
namespace {

namespace fs = std::filesystem;

class CheckpointFolders : public ::testing::Test {
 protected:
  CheckpointFolders() {
    if (const char* before = std::getenv("TMPDIR")) before_ = before;
    ::setenv("TMPDIR", folder_.file("").c_str(), 1);
  }
  ~CheckpointFolders() override { before_.empty() ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", before_.c_str(), 1); }
  std::size_t count() const {
    return std::size_t(std::distance(fs::directory_iterator(folder_.file("")), fs::directory_iterator()));
  }

  TemporaryFolder folder_;
  std::string before_;
};

TEST_F(CheckpointFolders, AFileIsTakenWholeAndOnce) {
  const CheckpointFolder folder;
  const std::string bytes("a\0b", 3);
  folder.put(bytes);
  EXPECT_EQ(folder.take(3), bytes);
  EXPECT_FALSE(fs::exists(folder.path()));
  EXPECT_THROW(folder.take(3), std::runtime_error);
  folder.put("");
  EXPECT_EQ(folder.take(3), "");
}

TEST_F(CheckpointFolders, ALargeFileIsRefusedAndRemoved) {
  const CheckpointFolder folder;
  folder.put(std::string((1 << 20) + 1, 'x'));
  try {
    folder.take(1 << 20);
    FAIL();
  } catch (const std::runtime_error& e) {
    EXPECT_STREQ(e.what(), "saved more than 1 MiB, which is more than a checkpoint may have");
  }
  EXPECT_FALSE(fs::exists(folder.path()));
}

/// A program may leave anything there.
TEST_F(CheckpointFolders, WhatIsNoFileIsRefusedAndRemoved) {
  const CheckpointFolder folder;
  fs::create_directories(folder.path() + "/below");
  EXPECT_THROW(folder.take(9), std::runtime_error);
  EXPECT_FALSE(fs::exists(folder.path()));
  std::ofstream(folder_.file("other")) << "x";
  fs::create_symlink(folder_.file("other"), folder.path());
  folder.put("y");
  EXPECT_EQ(folder.take(9), "y");
  EXPECT_TRUE(fs::exists(folder_.file("other")));
}

TEST_F(CheckpointFolders, IsRemovedAtItsEnd) {
  auto folder = std::make_unique<CheckpointFolder>();
  folder->put("x");
  EXPECT_EQ(count(), 1u);
  folder.reset();
  EXPECT_EQ(count(), 0u);
}

TEST_F(CheckpointFolders, WhatAKilledProcessLeftIsRemovedByTheNext) {
  const CheckpointFolder living;
  const pid_t child = ::fork();
  if (child == 0) {
    const CheckpointFolder own;
    own.put("x");
    ::kill(::getpid(), SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
  fs::create_directory(folder_.file("icsweep-other"));
  EXPECT_EQ(count(), 3u);
  const CheckpointFolder next;
  EXPECT_EQ(count(), 3u);
  EXPECT_TRUE(fs::exists(fs::path(living.path()).parent_path()) && fs::exists(folder_.file("icsweep-other")));
}

}  // namespace
}  // namespace icsweep
