#include "engine/cluster/batch_job.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cmath>
#include <cstdlib>
#include <ctime>
#include <fstream>

#include "io/base/temporary_folder.hpp"

namespace icsweep {
namespace {

/// A process whose environment is that of a Slurm job. A replacement of squeue prints the time left.
class InSlurm : public testing::Test {
 protected:
  InSlurm() {
    for (const char* name : names) ::unsetenv(name);
    ::setenv("PATH", (folder_.file("") + ":" + path_).c_str(), 1);
    squeue_says("");
  }
  ~InSlurm() override {
    for (const char* name : names) ::unsetenv(name);
    ::setenv("PATH", path_.c_str(), 1);
  }
  void squeue_says(const std::string& text) {
    std::ofstream(folder_.file("squeue")) << "#!/bin/sh\necho '" << text << "'\n";
    ::chmod(folder_.file("squeue").c_str(), 0755);
  }
  double left_after(const std::string& text) {
    squeue_says(text);
    return walltime_of_batch_job();
  }

  static constexpr const char* names[] = {"SLURM_JOB_ID",       "SLURM_CLUSTER_NAME", "SLURM_RESTART_COUNT",
                                          "SLURM_JOB_END_TIME", "ICSWEEP_LAUNCHER",   "ICSWEEP_LAUNCH"};
  TemporaryFolder folder_;
  std::string path_ = std::getenv("PATH");
};

TEST_F(InSlurm, OutsideOfAJobThereIsNoneAndNoEnd) {
  EXPECT_EQ(batch_job().id, "");
  EXPECT_TRUE(std::isinf(left_after("10:00")));
}

TEST_F(InSlurm, AJobIsKnownByItsClusterAndNumberAndCountsItsRequeues) {
  ::setenv("SLURM_JOB_ID", "17", 1);
  ::setenv("SLURM_CLUSTER_NAME", "big", 1);
  EXPECT_EQ(batch_job().id, "big/17");
  EXPECT_EQ(batch_job().restarts, 0);
  ::setenv("SLURM_RESTART_COUNT", "3", 1);
  EXPECT_EQ(batch_job().restarts, 3);
}

TEST_F(InSlurm, LaunchShSaysWhoseLaunchItIsInAJobAndOutside) {
  ::setenv("ICSWEEP_LAUNCHER", "host/1", 1);
  ::setenv("ICSWEEP_LAUNCH", "2", 1);
  EXPECT_EQ(batch_job().launcher, "host/1");
  EXPECT_EQ(batch_job().launch, 2);
  EXPECT_EQ(batch_job().id, "");
}

TEST_F(InSlurm, StopsAMinuteBeforeTheTimeLimitAsSqueueTellsIt) {
  ::setenv("SLURM_JOB_ID", "17", 1);
  EXPECT_EQ(left_after("1-02:03:04"), 86400 + 2 * 3600 + 3 * 60 + 4 - 60);
  EXPECT_EQ(left_after("2:03:04"), 2 * 3600 + 3 * 60 + 4 - 60);
  EXPECT_EQ(left_after("20:00"), 20 * 60 - 60);
}

TEST_F(InSlurm, StopsATenthBeforeAShortTimeLimit) {
  ::setenv("SLURM_JOB_ID", "17", 1);
  EXPECT_EQ(left_after("1:00"), 54);
  EXPECT_EQ(left_after("0:00"), 0);
}

TEST_F(InSlurm, WithoutALimitOrAnAnswerThereIsNoEnd) {
  ::setenv("SLURM_JOB_ID", "17", 1);
  for (const char* text : {"UNLIMITED", "INVALID", "NOT_SET", ""}) EXPECT_TRUE(std::isinf(left_after(text))) << text;
  ::setenv("SLURM_JOB_ID", "17; echo 10:00", 1);
  EXPECT_TRUE(std::isinf(left_after("10:00")));
}

TEST_F(InSlurm, TheEndThatSlurmSetsIsBelievedFirst) {
  ::setenv("SLURM_JOB_ID", "17", 1);
  ::setenv("SLURM_JOB_END_TIME", std::to_string(std::time(nullptr) + 1000).c_str(), 1);
  EXPECT_NEAR(left_after("1:00"), 940, 2);
}

}  // namespace
}  // namespace icsweep
