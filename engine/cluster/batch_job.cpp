#include "engine/cluster/batch_job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <memory>
#include <optional>

namespace icsweep {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double before_end = 60, share_before_end = 0.1;

/// The first line that the command prints, or nothing.
std::string first_line_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), ::pclose);
  std::array<char, 256> line{};
  if (!pipe || !std::fgets(line.data(), int(line.size()), pipe.get())) return "";
  return line.data();
}

/// Slurm's "[DAYS-][[HOURS:]MINUTES:]SECONDS" or a word such as UNLIMITED.
std::optional<double> seconds_of(const std::string& text) {
  const std::size_t dash = text.find('-');
  double days = 0, seconds = 0;
  std::size_t from = 0;
  if (dash != std::string::npos) {
    days = std::atof(text.c_str());
    from = dash + 1;
  }
  const char* rest = text.c_str() + from;
  if (*rest < '0' || *rest > '9') return std::nullopt;
  for (char* end; (seconds = seconds * 60 + double(std::strtol(rest, &end, 10)), *end == ':');) rest = end + 1;
  return days * 86400 + seconds;
}

/// Seconds until the job's time limit. Newer versions of Slurm set its time; otherwise squeue is asked.
std::optional<double> seconds_left_in_slurm_job() {
  if (const char* end = std::getenv("SLURM_JOB_END_TIME"); end && std::atof(end) > 0)
    return std::atof(end) - double(std::time(nullptr));
  const char* job = std::getenv("SLURM_JOB_ID");
  if (!job || std::string(job).find_first_not_of("0123456789") != std::string::npos) return std::nullopt;
  return seconds_of(first_line_of(fmt::format("timeout 10 squeue --noheader --job={} --format=%L 2>/dev/null", job)));
}

}  // namespace

BatchJob batch_job() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value ? value : "");
  };
  const auto count = [&](const char* name) { return std::atoi(variable(name).c_str()); };
  const std::string job = variable("SLURM_JOB_ID");
  return {job.empty() ? "" : variable("SLURM_CLUSTER_NAME") + "/" + job, count("SLURM_RESTART_COUNT"),
          variable("ICSWEEP_LAUNCHER"), count("ICSWEEP_LAUNCH")};
}

double walltime_of_batch_job() {
  const auto left = seconds_left_in_slurm_job();
  return left ? std::max(0.0, *left - std::min(before_end, share_before_end * *left)) : infinite;
}

}  // namespace icsweep
