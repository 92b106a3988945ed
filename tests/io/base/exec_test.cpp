#include "io/base/exec.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "io/base/temporary_folder.hpp"

namespace icsweep {
namespace {

TEST(ChildEnvironment, LacksWhatMpiSetsAndWhatIsLeftOut) {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "MINE", "OTHER"}) ::setenv(name, "1", 1);
  const auto all = child_environment({"MINE"});
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "MINE", "OTHER"}) ::unsetenv(name);
  EXPECT_EQ(std::ranges::count(all, "OTHER=1"), 1);
  for (const char* entry : {"OMPI_COMM_WORLD_RANK=1", "PMIX_RANK=1", "PMI_RANK=1", "MINE=1"})
    EXPECT_EQ(std::ranges::count(all, entry), 0) << entry;
}

TEST(ChildEnvironment, FindsExecutableFilesInPath) {
  const TemporaryFolder folder;
  for (const char* name : {"tool", "text"}) std::ofstream(folder.file(name)) << "#!/bin/sh\n";
  ::chmod(folder.file("tool").c_str(), 0700);
  const std::string before = std::getenv("PATH");
  ::setenv("PATH", ("::/none:" + folder.file("")).c_str(), 1);
  EXPECT_EQ(file_in_path("tool"), folder.file("tool"));
  EXPECT_EQ(file_in_path("text"), std::nullopt);
  EXPECT_EQ(file_in_path(""), std::nullopt);
  ::setenv("PATH", before.c_str(), 1);
}

}  // namespace

}  // namespace icsweep
