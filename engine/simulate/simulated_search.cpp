#include "engine/simulate/simulated_search.hpp"

#include <utility>

#include "engine/launch/search_policy.hpp"
#include "tasks/random.hpp"

namespace icsweep {

SimulatedSearch::SimulatedSearch(const Search& search, const std::vector<Experiment>& experiments, std::int64_t seed)
    : search_(search), at_rung_(experiments.size()), metrics_(experiments.size()), entrants_(experiments.size()) {
  for (const Experiment& e : experiments) rungs_.push_back(e.rungs);
  RandomStream random(seed, Purpose::sweep, 0);
  for (const Search::Race& race : search.races)
    for (const auto& setting : race.settings) {
      const double metric = random.uniform();
      for (const ExperimentIndex e : setting) metrics_[e] = metric, at_rung_[e] = race.rules.at_rung;
    }
}

std::unique_ptr<SchedulingPolicy> SimulatedSearch::policy(Indexed<JobIndex, ExperimentIndex> jobs) const {
  return search_policy(search_, entrants_, std::move(jobs));
}

double SimulatedSearch::share_at(ExperimentIndex experiment, RungIndex rung) const {
  const Rungs& rungs = *rungs_[experiment];
  return double(rungs.at[rung.value()]) / double(rungs.of);
}

std::vector<double> SimulatedSearch::metrics(ExperimentIndex experiment, double done) const {
  constexpr double rounding = 1e-9;
  std::vector<double> passed;
  for (const RungIndex rung : indices<RungIndex>(rungs_[experiment]->count()))
    if (share_at(experiment, rung) <= done + rounding) passed.push_back(metrics_[experiment]);
  return passed;
}

double SimulatedSearch::next_rung(ExperimentIndex experiment, double done) const {
  const std::size_t passed = metrics(experiment, done).size();
  return passed < rungs_[experiment]->count() ? share_at(experiment, RungIndex(passed)) : 1;
}

void SimulatedSearch::note(ExperimentIndex experiment, Outcome outcome, double done) {
  entrants_[experiment] = {outcome, metrics(experiment, done)};
}

}  // namespace icsweep
