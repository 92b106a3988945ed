#include "tasks/program/environment.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "io/base/temporary_folder.hpp"

namespace icsweep {
namespace {

/// Sets a variable for the life of this object.
class Set {
 public:
  Set(const char* name, const char* value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before, had_ = true;
    ::setenv(name, value, 1);
  }
  ~Set() { had_ ? ::setenv(name_, before_.c_str(), 1) : ::unsetenv(name_); }
  Set(const Set&) = delete;
  Set& operator=(const Set&) = delete;

 private:
  const char* name_;
  std::string before_;
  bool had_ = false;
};

bool has(const std::vector<std::string>& all, const std::string& entry) {
  return std::count(all.begin(), all.end(), entry) == 1;
}

TEST(ProgramEnvironment, LeavesOutWhatMpiTellsItsRanks) {
  const Set rank("OMPI_COMM_WORLD_RANK", "3"), pmix("PMIX_RANK", "3"), prte("PRTE_MCA_x", "1"), pmi("PMI_RANK", "3"),
      omp("OMP_NUM_THREADS", "64"), own("MY_OMPI_THING", "kept");
  const auto all = program_environment(2);
  for (const auto& entry : all)
    for (const char* name : {"OMPI_COMM", "OMPI_MCA", "PMIX_", "PRTE_", "PMI_"})
      EXPECT_FALSE(entry.starts_with(name)) << entry;
  EXPECT_TRUE(has(all, "MY_OMPI_THING=kept"));
  EXPECT_TRUE(has(all, "OMP_NUM_THREADS=2"));
  EXPECT_FALSE(has(all, "OMP_NUM_THREADS=64"));
  EXPECT_TRUE(has(all, std::string("PATH=") + std::getenv("PATH")));
}

TEST(ProgramEnvironment, LeavesOutWhatSlurmTellsItsTasks) {
  const Set tasks("SLURM_NTASKS", "8"), name("SLURM_JOB_NAME", "bash"), step("SRUN_DEBUG", "3"),
      job("SLURM_JOB_ID", "17"), conf("SLURM_CONF", "/etc/slurm.conf");
  const auto all = program_environment(1);
  for (const auto& entry : all)
    for (const char* of_slurm : {"SLURM_NTASKS", "SLURM_JOB_", "SRUN_"})
      EXPECT_FALSE(entry.starts_with(of_slurm)) << entry;
  EXPECT_TRUE(has(all, "SLURM_CONF=/etc/slurm.conf"));
  EXPECT_TRUE(has(all, "ICSWEEP_JOB_ID=17"));
}

TEST(ProgramEnvironment, HasTheGpusOfItsAllotment) {
  const Set cuda("CUDA_VISIBLE_DEVICES", "0,1,2,3"), hip("HIP_VISIBLE_DEVICES", "1");
  EXPECT_TRUE(has(program_environment(1), "CUDA_VISIBLE_DEVICES=0,1,2,3"));
  const auto all = program_environment(1, {.gpus = std::vector<std::string>{"2"}});
  EXPECT_TRUE(has(all, "ROCR_VISIBLE_DEVICES=2"));
  EXPECT_FALSE(has(all, "CUDA_VISIBLE_DEVICES=0,1,2,3"));
  EXPECT_FALSE(has(all, "HIP_VISIBLE_DEVICES=1"));
}

/// With gpus-per-task=1 each task sees one device, number 0.
TEST(ProgramEnvironment, TheLocalRankIsAVisibleDevice) {
  const Set slurm("SLURM_LOCALID", "3");
  EXPECT_EQ(local_rank(), 3);
  const Set one("CUDA_VISIBLE_DEVICES", "2");
  EXPECT_EQ(local_rank(), 0);
  const Set two("CUDA_VISIBLE_DEVICES", "0,1");
  EXPECT_EQ(local_rank(), 1);
}

TEST(ProgramEnvironment, HasThePythonPackageLast) {
  const Set path("PYTHONPATH", "/my/own");
  const auto all = program_environment(1);
  const auto entry =
      std::find_if(all.begin(), all.end(), [](const auto& e) { return e.starts_with("PYTHONPATH=/my/own:"); });
  ASSERT_NE(entry, all.end());
  EXPECT_TRUE(std::filesystem::exists(entry->substr(19) + "/icsweep/program.py")) << *entry;
}

TEST(ProgramEnvironment, KnowsTheLocalRank) {
  EXPECT_EQ(local_rank(), 0);
  const Set slurm("SLURM_LOCALID", "5");
  EXPECT_EQ(local_rank(), 5);
  const Set mpirun("OMPI_COMM_WORLD_LOCAL_RANK", "2");
  EXPECT_EQ(local_rank(), 2);
}

TEST(ProgramEnvironment, FindsTheProgramAsAShellWould) {
  const TemporaryFolder folder;
  std::ofstream(folder.file("mine")) << "#!/bin/sh\n";
  std::ofstream(folder.file("text")) << "no program\n";
  ::chmod(folder.file("mine").c_str(), 0700);
  std::filesystem::create_directory(folder.file("sh"));
  const Set path("PATH", ("/none:" + folder.file("") + ":/usr/bin:/bin").c_str());
  EXPECT_EQ(executable_of("mine", "/anywhere"), folder.file("mine"));
  EXPECT_EQ(std::filesystem::path(executable_of("sh", "")).filename(), "sh");
  EXPECT_NE(executable_of("sh", ""), folder.file("sh"));
  EXPECT_TRUE(std::filesystem::equivalent(executable_of("./mine", folder.file("")), folder.file("mine")));
  EXPECT_EQ(executable_of("/bin/sh", folder.file("")), "/bin/sh");
  for (const char* name : {"text", "none", "", "./text", "./none", "/etc"})
    EXPECT_THROW(executable_of(name, folder.file("")), std::runtime_error) << name;
}

/// A Python of a virtual environment takes its packages from the folder of its first argument.
TEST(ProgramEnvironment, Python3IsTheChosenPython) {
  const Set python("ICSWEEP_PYTHON", "/bin/sh");
  for (const std::string name : {"python3", "python"}) {
    EXPECT_EQ(executable_of(name, "/anywhere"), "/bin/sh");
    EXPECT_EQ(arguments_of({name, "train.py"}, ""), (std::vector<std::string>{"/bin/sh", "train.py"}));
  }
  EXPECT_EQ(arguments_of({"./train.py", "python3"}, ""), (std::vector<std::string>{"./train.py", "python3"}));
  const Set missing("ICSWEEP_PYTHON", "/none/python");
  try {
    executable_of("python3", "");
    FAIL() << "a missing Python starts";
  } catch (const std::runtime_error& e) {
    EXPECT_EQ(e.what(), std::string("/none/python: there is no such program, choose another Python: the Python that "
                                    "imports icsweep, else ICSWEEP_PYTHON, else python3 on the PATH"));
  }
}

}  // namespace
}  // namespace icsweep
