#include "engine/cluster/first_rank.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace icsweep {
namespace {

constexpr const char* variables[] = {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID"};

class FirstRank : public ::testing::Test {
 protected:
  FirstRank() {
    for (const char* name : variables) ::unsetenv(name);
  }
  ~FirstRank() override {
    for (const char* name : variables) ::unsetenv(name);
  }
};

TEST_F(FirstRank, AProcessAloneIsTheFirst) {
  EXPECT_EQ(rank_before_mpi(), 0);
  EXPECT_TRUE(is_first_rank());
}

TEST_F(FirstRank, EveryLauncherTellsTheRank) {
  for (const char* name : variables) {
    ::setenv(name, "3", 1);
    EXPECT_EQ(rank_before_mpi(), 3) << name;
    EXPECT_FALSE(is_first_rank()) << name;
    ::setenv(name, "0", 1);
    EXPECT_TRUE(is_first_rank()) << name;
    ::setenv(name, "no number", 1);
    EXPECT_TRUE(is_first_rank()) << name;
    ::unsetenv(name);
  }
}

/// A launch of Open MPI inside a Slurm job: the ranks are those of mpirun.
TEST_F(FirstRank, MpirunKnowsBetterThanSlurm) {
  ::setenv("SLURM_PROCID", "0", 1);
  ::setenv("OMPI_COMM_WORLD_RANK", "2", 1);
  EXPECT_EQ(rank_before_mpi(), 2);
}

}  // namespace
}  // namespace icsweep
