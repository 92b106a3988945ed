#include "engine/cluster/mpi_library.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "io/base/error.hpp"

namespace icsweep {
namespace {

TEST(MpiLibrary, HasAVersionAndAFile) {
  const MpiLibrary mpi = mpi_library();
  EXPECT_NE(mpi.version.find(" v"), std::string::npos) << mpi.version;
  EXPECT_EQ(mpi.version.find(','), std::string::npos) << mpi.version;
  EXPECT_TRUE(std::filesystem::is_regular_file(mpi.path)) << mpi.path;
  EXPECT_NE(mpi.path.find("libmpi"), std::string::npos) << mpi.path;
}

TEST(MpiLibrary, OfAnotherPrefixIsLeftAlone) {
  ::unsetenv("OPAL_PREFIX");
  place_mpi();
  EXPECT_EQ(std::getenv("OPAL_PREFIX"), nullptr);
}

TEST(MpiLibrary, ALauncherOfAnotherMpiIsRefused) {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"}) {
    ::setenv(name, "4", 1);
    EXPECT_NO_THROW(expect_own_launcher(4));
    try {
      expect_own_launcher(1);
      ADD_FAILURE() << name;
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::mpi);
      EXPECT_NE(std::string(e.what()).find("mpirun has started 4 processes"), std::string::npos) << e.what();
    }
    ::setenv(name, "1", 1);
    EXPECT_NO_THROW(expect_own_launcher(1));
    ::unsetenv(name);
    EXPECT_NO_THROW(expect_own_launcher(1));
  }
}

/// Ranks of Open MPI 5 have its version as a variable; those of Open MPI 4 do not.
TEST(MpiLibrary, ALauncherOfAnotherVersionIsRefused) {
  ::setenv("PRTE_LAUNCHED", "1", 1);
  ::setenv("OMPI_VERSION", "99.1.2", 1);
  EXPECT_THROW(expect_own_launcher(), Error);
  const std::string own = mpi_library().version;
  if (const std::string name = "Open MPI v"; own.starts_with(name)) {
    ::setenv("OMPI_VERSION", own.substr(name.size()).c_str(), 1);
    EXPECT_NO_THROW(expect_own_launcher());
  }
  ::unsetenv("OMPI_VERSION");
  EXPECT_NO_THROW(expect_own_launcher());
  ::unsetenv("PRTE_LAUNCHED");
}

}  // namespace
}  // namespace icsweep
