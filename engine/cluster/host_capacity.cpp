#include "engine/cluster/host_capacity.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "engine/cluster/batch_job.hpp"
#include "io/base/error.hpp"
#include "io/base/exec.hpp"
#include "io/base/parsed_number.hpp"
#include "io/base/process.hpp"
#include "io/store/heartbeat.hpp"

namespace icsweep {
namespace {

namespace fs = std::filesystem;

constexpr double bytes_per_megabyte = 0x1p20, gpu_list_within = 20;  // bytes; seconds

std::optional<std::string> value_of_variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? std::make_optional<std::string>(value) : std::nullopt;
}

[[noreturn]] void refuse_variable(const char* name, const std::string& value, const char* what) {
  throw Error(ErrorKind::config, fmt::format("{}={}: {}", name, value, what));
}

std::string first_line(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// Calls look with the folder of this process's control group in a hierarchy and with each folder above it. controller:
/// of version 1; empty: version 2.
template <class Look>
void for_each_group(const std::string& controller, const fs::path& root, Look look) {
  std::ifstream file("/proc/self/cgroup");
  for (std::string line; std::getline(file, line);) {
    const auto first = line.find(':'), second = line.find(':', first + 1);
    if (second == line.npos) continue;
    const std::string named = ',' + line.substr(first + 1, second - first - 1) + ',';
    if (controller.empty() ? named != ",," : named.find(',' + controller + ',') == named.npos) continue;
    for (fs::path group = line.substr(second + 1);; group = group.parent_path()) {
      look(root / group.relative_path());
      if (group == group.parent_path()) break;
    }
  }
}

double memory_of_groups() {
  double least = std::numeric_limits<double>::infinity();
  const auto take = [&](const fs::path& file) {
    if (const auto bytes = real_number(first_line(file)); bytes && *bytes > 0) least = std::min(least, *bytes);
  };
  for_each_group("", "/sys/fs/cgroup", [&](const fs::path& group) { take(group / "memory.max"); });
  for_each_group("memory", "/sys/fs/cgroup/memory",
                 [&](const fs::path& group) { take(group / "memory.limit_in_bytes"); });
  return least;
}

/// Processors' worth of time that the control groups allow.
double cores_of_groups() {
  double least = std::numeric_limits<double>::infinity();
  for_each_group("", "/sys/fs/cgroup", [&](const fs::path& group) {
    double quota = 0, period = 0;
    if (std::istringstream(first_line(group / "cpu.max")) >> quota >> period && period > 0)
      least = std::min(least, quota / period);
  });
  for_each_group("cpu", "/sys/fs/cgroup/cpu", [&](const fs::path& group) {
    const auto quota = real_number(first_line(group / "cpu.cfs_quota_us"));
    const auto period = real_number(first_line(group / "cpu.cfs_period_us"));
    if (quota && period && *quota > 0 && *period > 0) least = std::min(least, *quota / *period);
  });
  return least;
}

/// Processors that the kernel lets this job use. mpirun binds each rank to a few of them.
std::vector<int> allowed_processors() {
  cpu_set_t bound, all;
  if (::sched_getaffinity(0, sizeof bound, &bound) != 0) return {};
  CPU_ZERO(&all);
  for (std::size_t i = 0; i < CPU_SETSIZE; ++i) CPU_SET(i, &all);
  ::sched_setaffinity(0, sizeof all, &all);
  ::sched_getaffinity(0, sizeof all, &all);
  ::sched_setaffinity(0, sizeof bound, &bound);
  std::vector<int> processors;
  for (std::size_t i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(i, &all)) processors.push_back(int(i));
  return processors;
}

int cores_here(std::size_t allowed) {
  if (const auto stated = value_of_variable("ICSWEEP_CORES")) {
    const auto count = whole_number(*stated);
    if (!count || *count < 1 || *count > 1'000'000)
      refuse_variable("ICSWEEP_CORES", *stated, "must be a number from 1");
    return int(*count);
  }
  if (const auto cores = count_variable("SLURM_CPUS_ON_NODE"); cores > 0) return int(cores);
  return std::max(1, int(std::min(double(allowed), std::ceil(cores_of_groups()))));
}

double memory_here() {
  if (const auto stated = value_of_variable("ICSWEEP_MEMORY")) {
    const auto bytes = parse_bytes(*stated);
    if (!bytes || !(*bytes > 0)) refuse_variable("ICSWEEP_MEMORY", *stated, "write a number with a unit, such as 64GB");
    return *bytes;
  }
  double least = double(::sysconf(_SC_PHYS_PAGES)) * double(::sysconf(_SC_PAGESIZE));
  least = std::min(least, memory_of_groups());
  for (const double megabytes :
       {double(count_variable("SLURM_MEM_PER_NODE")),
        double(count_variable("SLURM_MEM_PER_CPU")) * double(count_variable("SLURM_CPUS_ON_NODE"))})
    if (megabytes > 0) least = std::min(least, megabytes * bytes_per_megabyte);
  return least;
}

/// The names in "0,1"; none for "", "-1", "none" and the name that Slurm gives to a job without GPUs.
std::vector<std::string> names_in(const std::string& list) {
  std::vector<std::string> names;
  std::istringstream text(list);
  for (std::string name; std::getline(text, name, ',');)
    if (!name.empty()) names.push_back(name);
  const bool none = !names.empty() && (names[0] == "-1" || names[0] == "none" || names[0] == "NoDevFiles");
  return none ? std::vector<std::string>() : names;
}

/// Numbers in the lines "GPU 0: ...". An nvidia-smi that fails has none.
std::vector<std::string> listed_by_nvidia() {
  const auto file = file_in_path("nvidia-smi");
  if (!file) return {};
  std::vector<std::string> names;
  try {
    Process process({.file = *file,
                     .arguments = {"nvidia-smi", "-L"},
                     .environment = child_environment(),
                     .input = "",
                     .errors = Stream::nothing,
                     .limits = {.seconds = gpu_list_within}});
    std::istringstream lines(answer_of(process).output);
    for (std::string line; std::getline(lines, line);)
      if (const auto colon = line.find(':'); line.starts_with("GPU ") && colon != line.npos)
        if (whole_number(line.substr(4, colon - 4))) names.push_back(line.substr(4, colon - 4));
  } catch (const std::runtime_error&) {
  }
  return names;
}

/// Numbers of the GPUs that the ROCm driver of the kernel has: nodes with SIMD units.
std::vector<std::string> listed_by_rocm() {
  std::vector<std::string> names;
  std::error_code none;
  for (fs::directory_iterator node("/sys/class/kfd/kfd/topology/nodes", none), end; !none && node != end;
       node.increment(none)) {
    std::ifstream properties(node->path() / "properties");
    for (std::string key, value; properties >> key >> value;)
      if (key == "simd_count" && value != "0") names.push_back(std::to_string(names.size()));
  }
  return names;
}

std::vector<std::string> gpus_here() {
  for (const char* name : {"ICSWEEP_GPUS", "CUDA_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES", "SLURM_JOB_GPUS"})
    if (const auto list = value_of_variable(name)) return names_in(*list);
  auto names = listed_by_nvidia();
  return names.empty() ? listed_by_rocm() : names;
}

/// True if this launch has its own part of the host.
bool has_a_part() {
  const auto is_set = [](const char* name) { return value_of_variable(name).has_value(); };
  return !batch_job().id.empty() || std::ranges::any_of(std::array{"ICSWEEP_CORES", "ICSWEEP_MEMORY", "ICSWEEP_GPUS",
                                                                   "CUDA_VISIBLE_DEVICES", "ROCR_VISIBLE_DEVICES"},
                                                        is_set);
}

}  // namespace

HostCapacity capacity_of_this_host(bool with_gpus) {
  HostCapacity host{.name = host_name(), .processors = allowed_processors()};
  host.cores = cores_here(host.processors.size());
  if (int(host.processors.size()) != host.cores) host.processors.clear();  // which of them are ours is unknown
  host.memory = memory_here();
  if (with_gpus) host.gpus = gpus_here();
  host.is_whole = !has_a_part();
  return host;
}

std::string to_message(const HostCapacity& host) {
  return nlohmann::json{
      {"name", host.name}, {"cores", host.cores},           {"memory", std::isfinite(host.memory) ? host.memory : 0},
      {"gpus", host.gpus}, {"processors", host.processors}, {"is_whole", host.is_whole}}
      .dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

HostCapacity host_capacity(const std::string& text) try {
  if (std::ranges::count(text, '[') > 2 || std::ranges::count(text, '{') > 1) return {};  // it has two lists
  const auto json = nlohmann::json::parse(text);
  HostCapacity host{.name = json.at("name"),
                    .cores = std::clamp(json.at("cores").get<int>(), 0, 1'000'000),
                    .gpus = json.at("gpus"),
                    .processors = json.at("processors"),
                    .is_whole = json.at("is_whole")};
  if (const double bytes = json.at("memory"); bytes > 0) host.memory = bytes;
  return host;
} catch (const nlohmann::json::exception&) {
  return {};
}

}  // namespace icsweep
