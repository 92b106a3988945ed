// The choice of the Python that runs samplers and programs.
#include "io/base/which_python.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "io/base/temporary_folder.hpp"

namespace icsweep {
namespace {

class WhichPython : public ::testing::Test {
 protected:
  WhichPython() {
    std::filesystem::create_directory(folder_.file("bin"));
    std::ofstream(folder_.file("bin/python3")) << "#!/bin/sh\n";
    ::chmod(folder_.file("bin/python3").c_str(), 0700);
    ::setenv("PATH", folder_.file("bin").c_str(), 1);
    ::unsetenv("ICSWEEP_PYTHON");
    ::unsetenv("ICSWEEP_IMPORTER");
  }
  ~WhichPython() override {
    ::setenv("PATH", path_.c_str(), 1);
    ::unsetenv("ICSWEEP_PYTHON");
    ::unsetenv("ICSWEEP_IMPORTER");
  }
  const std::string path_ = std::getenv("PATH");
  const TemporaryFolder folder_;
};

TEST_F(WhichPython, TheOneOnThePathIsTheLast) {
  EXPECT_EQ(which_python(), folder_.file("bin/python3"));
  ::setenv("ICSWEEP_PYTHON", "/opt/python", 1);
  EXPECT_EQ(which_python(), "/opt/python");
  ::setenv("ICSWEEP_IMPORTER", "/venv/bin/python", 1);
  EXPECT_EQ(which_python(), "/venv/bin/python");
}

TEST_F(WhichPython, AnEmptyVariableIsUnset) {
  ::setenv("ICSWEEP_PYTHON", "", 1);
  ::setenv("ICSWEEP_IMPORTER", "", 1);
  EXPECT_EQ(which_python(), folder_.file("bin/python3"));
}

TEST_F(WhichPython, ANameIsLookedUpAndAPathIsMadeAbsolute) {
  ::setenv("ICSWEEP_PYTHON", "python3", 1);
  EXPECT_EQ(which_python(), folder_.file("bin/python3"));
  ::setenv("ICSWEEP_PYTHON", "bin/python", 1);
  EXPECT_EQ(which_python(), std::filesystem::absolute("bin/python"));
  ::setenv("ICSWEEP_PYTHON", "no-python", 1);
  EXPECT_EQ(which_python(), "no-python");
}

TEST_F(WhichPython, OnlyBareNamesMeanIt) {
  EXPECT_TRUE(means_python("python3"));
  EXPECT_TRUE(means_python("python"));
  for (const char* other : {"python3.12", "/usr/bin/python3", "./python3", "", "pythons"})
    EXPECT_FALSE(means_python(other)) << other;
}

}  // namespace
}  // namespace icsweep
