#include "engine/launch/launch_search.hpp"

#include <fmt/format.h>

#include "engine/scheduling/search_policy.hpp"
#include "io/counted.hpp"

namespace icsweep {

std::optional<Search> search_of(const Sweep& sweep, const std::vector<std::string>& only,
                                std::vector<Experiment>& experiments) {
  if (!only.empty() && (sweep.search || sweep.rounds))
    throw Error(ErrorKind::config, fmt::format("--only {}: a search decides among all of the sweep's settings; write a "
                                               "where into the sweep, or take [search] out",
                                               only.front()));
  if (!sweep.search) return std::nullopt;
  return make_search(*sweep.search, experiments);
}

std::unique_ptr<SchedulingPolicy> search_policy(const Search& search, const std::vector<Experiment>& experiments,
                                                const StorePlan& plan) {
  std::vector<std::size_t> of_jobs;
  for (const Job& job : plan.jobs) of_jobs.push_back(std::size_t(job.experiment - experiments.data()));
  return std::make_unique<SearchPolicy>(search, plan.entrants, std::move(of_jobs));
}

std::string unpruned_text(std::size_t rows, bool searched) {
  return fmt::format(
      "{} that a search had pruned {} again, from {} checkpoint{}: {}", counted(rows, "experiment"),
      rows == 1 ? "waits" : "wait", rows == 1 ? "its" : "their", rows == 1 ? "" : "s",
      searched ? "its decisions are made anew with the settings of this sweep" : "this sweep has no search");
}

std::string rounds_text(std::int64_t rounds, bool has_more) {
  const std::string known =
      rounds == 0 ? "the sample" : fmt::format("the sample and {} of proposals", counted(rounds, "round"));
  return known + (has_more ? "; the next round follows from their results" : "");
}

}  // namespace icsweep
