#include "tasks/program/environment.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <string_view>

#include "io/base/exec.hpp"
#include "io/base/shipped.hpp"
#include "io/base/variable.hpp"
#include "io/base/which_python.hpp"

namespace icsweep {
namespace {

namespace fs = std::filesystem;

bool is_executable(const fs::path& path) {
  std::error_code none;
  return fs::is_regular_file(path, none) && ::access(path.c_str(), X_OK) == 0;
}

/// True if a variable describes this job's step: the program's own mpirun or PyTorch Lightning would take it for
/// theirs. SLURM_CONF is not such a variable: it names the place of Slurm.
bool is_of_step(std::string_view entry) {
  const auto begins = [&](std::string_view prefix) { return entry.starts_with(prefix); };
  return (begins("SLURM_") || begins("SBATCH_") || begins("SRUN_")) && !begins("SLURM_CONF=");
}

/// Number of devices that the job shows this process; 0 if it does not say.
int visible_devices() {
  for (const char* name : {"CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES", "ZE_AFFINITY_MASK"})
    if (const std::string list = variable(name); !list.empty()) return int(std::ranges::count(list, ',')) + 1;
  return 0;
}

}  // namespace

std::vector<std::string> program_environment(int threads, const Allotment& allotment) {
  std::vector<std::string_view> without{"OMP_NUM_THREADS", "PYTHONPATH"};
  if (allotment.gpus) without.insert(without.end(), std::begin(gpu_variables), std::end(gpu_variables));
  std::vector<std::string> all = child_environment(without);
  std::erase_if(all, is_of_step);
  for (auto& gpus : gpu_environment(allotment)) all.push_back(std::move(gpus));
  for (const char* leave : {"OMPI_ALLOW_RUN_AS_ROOT", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM"})  // for an mpirun of its own
    if (const std::string value = variable(leave); !value.empty()) all.push_back(fmt::format("{}={}", leave, value));
  if (const std::string job = variable("SLURM_JOB_ID"); !job.empty()) all.push_back("ICSWEEP_JOB_ID=" + job);
  all.push_back(fmt::format("OMP_NUM_THREADS={}", threads));
  std::string path = variable("PYTHONPATH");
  std::error_code none;
  const fs::path package = fs::path(shipped_folder()) / "python";
  if (package.is_absolute() && fs::is_directory(package, none)) path += (path.empty() ? "" : ":") + package.string();
  if (!path.empty()) all.push_back("PYTHONPATH=" + path);
  return all;
}

int local_rank() {
  const int devices = visible_devices();
  for (const char* name : {"OMPI_COMM_WORLD_LOCAL_RANK", "SLURM_LOCALID", "MPI_LOCALRANKID"})
    if (!variable(name).empty()) {
      const int rank = int(count_variable(name));
      return devices > 0 ? rank % devices : rank;
    }
  return 0;
}

std::string executable_of(const std::string& command, const std::string& folder) {
  const bool is_python = means_python(command);
  const std::string name = is_python ? which_python() : command;
  const std::string remedy = is_python ? fmt::format("choose another Python: {}", pythons) : "check program.command";
  if (name.find('/') != name.npos) {
    const fs::path path = fs::path(folder.empty() ? "." : folder) / name;
    std::error_code none;
    if (is_executable(path)) return fs::absolute(path, none).string();
    throw std::runtime_error(fs::exists(path, none)
                                 ? fmt::format("{}: is not an executable file, run chmod +x", path.string())
                                 : fmt::format("{}: there is no such program, {}", path.string(), remedy));
  }
  if (const auto found = file_in_path(name)) return *found;
  throw std::runtime_error(
      fmt::format("{}: there is no such program on the PATH, {}", name.empty() ? "\"\"" : name, remedy));
}

std::vector<std::string> arguments_of(const std::vector<std::string>& command, const std::string& folder) {
  std::vector<std::string> all = command;
  if (means_python(command.at(0))) all[0] = executable_of(command[0], folder);
  return all;
}

}  // namespace icsweep
