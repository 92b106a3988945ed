#include "engine/cluster/host_capacity.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <fstream>

#include "io/base/error.hpp"
#include "io/base/temporary_folder.hpp"

namespace icsweep::host_capacity_test {
namespace {

/// A process without the variables of batch systems, and with programs of its own in PATH.
class HostCapacityHere : public testing::Test {
 protected:
  HostCapacityHere() {
    for (const char* name : names) ::unsetenv(name);
    ::setenv("PATH", (folder_.file("") + ":" + path_).c_str(), 1);
  }
  ~HostCapacityHere() override {
    for (const char* name : names) ::unsetenv(name);
    ::setenv("PATH", path_.c_str(), 1);
  }
  void nvidia_smi_does(const std::string& script) {
    std::ofstream(folder_.file("nvidia-smi")) << "#!/bin/sh\n" << script << "\n";
    ::chmod(folder_.file("nvidia-smi").c_str(), 0755);
  }
  using Names = std::vector<std::string>;

 private:
  static constexpr const char* names[] = {"ICSWEEP_CORES",        "ICSWEEP_MEMORY",       "ICSWEEP_GPUS",
                                          "CUDA_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES", "SLURM_JOB_GPUS",
                                          "SLURM_CPUS_ON_NODE",   "SLURM_MEM_PER_NODE",   "SLURM_MEM_PER_CPU"};
  std::string path_ = std::getenv("PATH");
  TemporaryFolder folder_;
};

TEST_F(HostCapacityHere, IsThatOfTheMachine) {
  const HostCapacity host = capacity_of_this_host(false);
  EXPECT_GE(host.cores, 1);
  EXPECT_GT(host.memory, 1e6);
  EXPECT_LT(host.memory, 1e15);
  EXPECT_FALSE(host.name.empty());
}

TEST_F(HostCapacityHere, IsLimitedBySlurm) {
  ::setenv("SLURM_CPUS_ON_NODE", "3", 1);
  ::setenv("SLURM_MEM_PER_NODE", "10", 1);
  EXPECT_EQ(capacity_of_this_host(false).cores, 3);
  EXPECT_EQ(capacity_of_this_host(false).memory, 10 * 0x1p20);
  ::unsetenv("SLURM_MEM_PER_NODE");
  ::setenv("SLURM_MEM_PER_CPU", "2", 1);
  EXPECT_EQ(capacity_of_this_host(false).memory, 6 * 0x1p20);
}

TEST_F(HostCapacityHere, CanBeStated) {
  ::setenv("SLURM_CPUS_ON_NODE", "3", 1);
  ::setenv("ICSWEEP_CORES", "64", 1);
  ::setenv("ICSWEEP_MEMORY", "256GB", 1);
  ::setenv("ICSWEEP_GPUS", "0,2", 1);
  const HostCapacity host = capacity_of_this_host(true);
  EXPECT_EQ(host.cores, 64);
  EXPECT_EQ(host.memory, 256e9);
  EXPECT_EQ(host.gpus, (Names{"0", "2"}));
}

TEST_F(HostCapacityHere, AnUnreadableStatementIsRefused) {
  for (const auto& [name, value] :
       {std::pair("ICSWEEP_CORES", "0"), std::pair("ICSWEEP_CORES", "four"), std::pair("ICSWEEP_MEMORY", "64")}) {
    ::setenv(name, value, 1);
    EXPECT_THROW(capacity_of_this_host(false), Error) << name << '=' << value;
    ::unsetenv(name);
  }
}

TEST_F(HostCapacityHere, GpusAreThoseThatTheJobMayUse) {
  nvidia_smi_does("echo 'GPU 0: NVIDIA A100 (UUID: GPU-1)'; echo '  MIG 1g (UUID: MIG-2)'; echo 'GPU 1: NVIDIA A100'");
  EXPECT_TRUE(capacity_of_this_host(false).gpus.empty()) << "nobody asks for them";
  EXPECT_EQ(capacity_of_this_host(true).gpus, (Names{"0", "1"}));
  ::setenv("SLURM_JOB_GPUS", "1", 1);
  EXPECT_EQ(capacity_of_this_host(true).gpus, (Names{"1"}));
  ::setenv("CUDA_VISIBLE_DEVICES", "GPU-3,GPU-4", 1);
  EXPECT_EQ(capacity_of_this_host(true).gpus, (Names{"GPU-3", "GPU-4"}));
  for (const char* none : {"", "-1", "NoDevFiles"}) {
    ::setenv("CUDA_VISIBLE_DEVICES", none, 1);
    EXPECT_TRUE(capacity_of_this_host(true).gpus.empty()) << none;
  }
}

TEST_F(HostCapacityHere, AFailingNvidiaSmiHasNoGpus) {
  nvidia_smi_does("echo 'NVIDIA-SMI has failed because it could not communicate with the driver'; exit 9");
  EXPECT_TRUE(capacity_of_this_host(true).gpus.empty());
}

TEST(HostCapacityMessage, ReadsBack) {
  const HostCapacity host{
      .name = "n", .cores = 4, .memory = 8e9, .gpus = {"0", "1"}, .processors = {2, 3, 4, 5}, .is_whole = true};
  EXPECT_EQ(host_capacity(to_message(host)), host);
  EXPECT_EQ(host_capacity(to_message({.name = "m"})), (HostCapacity{.name = "m"})) << "unknown memory";
}

TEST(HostCapacityMessage, AnotherTextIsAHostOfWhichNothingIsKnown) {
  for (const std::string& text : {std::string(), std::string("{}"), std::string(100000, '['), std::string("7")})
    EXPECT_EQ(host_capacity(text), HostCapacity{});
}

}  // namespace
}  // namespace icsweep::host_capacity_test
