#include "engine/ledger/walltime_budget.hpp"

#include <cmath>

#include "engine/cluster/exit_status.hpp"
#include "engine/forecast/forecast.hpp"

namespace icsweep {
namespace {

constexpr double margin = 1.5;

bool is_resumable(const Job& job) {
  return job.experiment->task->resumable(job.experiment->config);
}

}  // namespace

Indexed<JobIndex, double> uninterruptible_seconds(const StopFlag& stop, Watchdog& watchdog,
                                                  const Indexed<JobIndex, Job>& jobs, bool subprocess,
                                                  double hang_after) {
  std::vector<Experiment> whole;
  for (const auto& job : jobs)
    if (!is_resumable(job)) whole.push_back(*job.experiment);
  if (std::isinf(stop.seconds_left()) || subprocess || whole.empty()) return {};
  watchdog.expect_tick_within(hang_after, exit_crashed, [] {
    return "an experiment that cannot be interrupted hangs while its speed is measured; the same command resumes with "
           "each experiment in a process of its own";
  });
  Indexed<JobIndex, double> seconds;
  try {
    const std::vector<Prediction> measured = forecast(whole).experiments;
    for (std::size_t next = 0; const auto& job : jobs)
      seconds.push_back(is_resumable(job) ? 0 : margin * measured[next++].seconds);
  } catch (const std::exception&) {  // the experiment will report the same error when it runs
  }
  watchdog.expect_no_tick();
  return seconds;
}

}  // namespace icsweep
