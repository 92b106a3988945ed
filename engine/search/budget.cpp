#include "engine/search/budget.hpp"

#include <algorithm>

#include "engine/search/scouts.hpp"

namespace icsweep {

std::vector<std::size_t> promoted_counts(const Search::Rules& rules, std::size_t settings) {
  if (rules.scouts) return {scouts_to_end(rules, settings), std::min(rules.keep, settings)};
  std::vector<std::size_t> counts;
  for (std::size_t rung = 0; rung < rules.rungs; ++rung)
    counts.push_back(settings = std::max(std::min(rules.keep, settings), settings / rules.eta));
  return counts;
}

double share_of_budget(const Search::Rules& rules, std::size_t settings, std::size_t members,
                       const std::vector<double>& at) {
  if (settings == 0) return 1;
  if (rules.scouts) return scouts_share_of_budget(rules, settings, members, at[rules.first().value()]);
  if (rules.at_rung == AtRung::continues) return 1;
  double work = 0, before = 0;
  std::size_t here = settings, rung = 0;
  for (const std::size_t next : promoted_counts(rules, settings)) {
    work += double(here) * (at[rung] - before);
    here = next, before = rules.at_rung == AtRung::restarts ? 0 : at[rung];
    ++rung;
  }
  return (work + double(here) * (1 - before)) / double(settings);
}

double share_of_budget(const Search::Race& race, const std::vector<Experiment>& experiments) {
  const Rungs& rungs = *experiments[race.settings.begin()->front().value()].rungs;
  std::vector<double> at;
  for (const auto place : rungs.at) at.push_back(double(place) / double(rungs.of));
  return share_of_budget(race.rules, race.settings.size(), race.settings.begin()->size(), at);
}

double share_of_budget(const Search& search, const std::vector<Experiment>& experiments,
                       const std::vector<double>& costs) {
  double all = 0, taken = 0;
  for (const auto& race : search.races) {
    double cost = 0;
    for (const auto& setting : race.settings)
      for (const ExperimentIndex e : setting) cost += costs[e.value()];
    all += cost;
    taken += cost * share_of_budget(race, experiments);
  }
  return all > 0 ? taken / all : 1;
}

}  // namespace icsweep
