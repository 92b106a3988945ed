#include "engine/cluster/batch_job.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <ctime>
#include <limits>
#include <optional>

#include "io/base/error.hpp"
#include "io/base/exec.hpp"
#include "io/base/parsed_number.hpp"
#include "io/base/process.hpp"
#include "io/base/variable.hpp"

namespace icsweep {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double before_end = 60, share_before_end = 0.1;

constexpr double squeue_within = 10;  // in seconds

/// The output of squeue about the job, or empty.
std::string said_by_squeue(const std::string& job) try {
  Process squeue({.file = "squeue",
                  .arguments = {"squeue", "--noheader", "--job=" + job, "--format=%L"},
                  .environment = child_environment(),
                  .input = "",
                  .errors = Stream::nothing,
                  .limits = {.seconds = squeue_within}});
  return answer_of(squeue).output;
} catch (const std::runtime_error&) {  // squeue cannot be started
  return "";
}

/// Seconds until the job's time limit. Newer versions of Slurm set its time in the environment; otherwise squeue is
/// asked.
std::optional<double> seconds_left_in_slurm_job() {
  if (const auto end = count_variable("SLURM_JOB_END_TIME"); end > 0) return double(end - std::time(nullptr));
  const std::string job = variable("SLURM_JOB_ID");
  if (job.empty() || job.find_first_not_of("0123456789") != job.npos) return std::nullopt;
  std::string left = said_by_squeue(job);
  left.erase(std::min(left.find('\n'), left.size()));
  while (!left.empty() && std::isspace(static_cast<unsigned char>(left.back()))) left.pop_back();
  return parse_duration(left);  // nothing for UNLIMITED
}

}  // namespace

int processors_per_task() {
  return int(count_variable("SLURM_CPUS_PER_TASK"));
}

void expect_connected_tasks() {
  const std::int64_t tasks = count_variable("SLURM_STEP_NUM_TASKS");
  if (tasks < 2 || variable("SLURM_PROCID").empty()) return;
  for (const char* connection : {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK", "PMI_RANK"})
    if (!variable(connection).empty()) return;
  throw Error(ErrorKind::config,
              fmt::format("srun started {} tasks that do not know each other: use srun --mpi=pmix, or mpirun", tasks));
}

std::string idle_components() {
  const std::int64_t components = count_variable("SLURM_HET_SIZE");
  if (components < 2) return "";
  return fmt::format("this job has {} components and icsweep runs on one of them: ask Slurm for one component",
                     components);
}

BatchJob batch_job() {
  const std::string job = variable("SLURM_JOB_ID");
  return {job.empty() ? "" : variable("SLURM_CLUSTER_NAME") + "/" + job, int(count_variable("SLURM_RESTART_COUNT")),
          variable("ICSWEEP_LAUNCHER"), int(count_variable("ICSWEEP_LAUNCH"))};
}

double walltime_of_batch_job() {
  const auto left = seconds_left_in_slurm_job();
  return left ? std::max(0.0, *left - std::min(before_end, share_before_end * *left)) : infinite;
}

}  // namespace icsweep
