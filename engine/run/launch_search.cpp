#include "engine/run/launch_search.hpp"

#include <fmt/format.h>

#include "engine/launch/search_policy.hpp"
#include "io/base/phrases.hpp"

namespace icsweep {

std::unique_ptr<SchedulingPolicy> search_policy(const Search& search, const StorePlan& plan) {
  Indexed<JobIndex, ExperimentIndex> of_jobs;
  for (const Job& job : plan.jobs) of_jobs.push_back(job.experiment->number);
  return search_policy(search, plan.entrants, std::move(of_jobs));
}

std::string rounds_text(std::int64_t rounds, bool has_more) {
  const std::string known =
      rounds == 0 ? "the sample" : fmt::format("the sample and {} of proposals", counted(rounds, "round"));
  return known + (has_more ? "; the next round follows from their results" : "");
}

}  // namespace icsweep
