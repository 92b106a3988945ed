#include "engine/simulate/simulated_search.hpp"

#include <utility>

#include "engine/scheduling/search_policy.hpp"
#include "tasks/random.hpp"

namespace icsweep {

SimulatedSearch::SimulatedSearch(const Search& search, const std::vector<Experiment>& experiments, std::int64_t seed)
    : search_(search), metrics_(experiments.size()), entrants_(experiments.size()) {
  for (const Experiment& e : experiments) rungs_.push_back(e.rungs);
  RandomStream random(seed, Purpose::sweep, 0);
  for (const Search::Race& race : search.races)
    for (const auto& setting : race.settings) {
      const double metric = random.uniform();
      for (const std::size_t e : setting) metrics_[e] = metric;
    }
}

std::unique_ptr<SchedulingPolicy> SimulatedSearch::policy(std::vector<std::size_t> jobs) const {
  return search_policy(search_, entrants_, std::move(jobs));
}

double SimulatedSearch::share_at(std::size_t experiment, int rung) const {
  const Rungs& rungs = *rungs_[experiment];
  return double(rungs.at[std::size_t(rung)]) / double(rungs.of);
}

std::vector<double> SimulatedSearch::metrics(std::size_t experiment, double done) const {
  constexpr double rounding = 1e-9;
  std::vector<double> passed;
  for (std::size_t rung = 0; rung < rungs_[experiment]->count(); ++rung)
    if (share_at(experiment, int(rung)) <= done + rounding) passed.push_back(metrics_[experiment]);
  return passed;
}

void SimulatedSearch::note(std::size_t experiment, Outcome outcome, double done) {
  entrants_[experiment] = {outcome, metrics(experiment, done)};
}

}  // namespace icsweep
