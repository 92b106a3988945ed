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

double expected_work(const Search::Rules& rules, const std::vector<double>& reach, const std::vector<double>& at,
                     std::size_t member) {
  if (rules.scouts && member > 0) return reach.back();
  if (rules.at_rung == AtRung::continues) return 1;
  const std::size_t rungs = rules.scouts ? 1 : reach.size() - 1;  // a scout that passes its look trains to the end
  double work = 0, before = 0;
  for (std::size_t rung = 0; rung < rungs; ++rung) {
    const double here = at[rules.first().value() + rung];
    work += reach[rung] * (here - before);
    before = rules.at_rung == AtRung::restarts ? 0 : here;
  }
  return work + reach[rungs] * (1 - before);
}

double share_of_budget(const Search::Rules& rules, std::size_t settings, std::size_t members,
                       const std::vector<double>& at) {
  if (settings == 0) return 1;
  std::vector<double> reach{1};
  for (const std::size_t count : promoted_counts(rules, settings)) reach.push_back(double(count) / double(settings));
  const double others = double(members - 1) * expected_work(rules, reach, at, 1);
  return (expected_work(rules, reach, at, 0) + others) / double(members);
}

double share_of_budget(const Search::Race& race) {
  return share_of_budget(race.rules, race.settings.size(), race.settings.begin()->size(), race.at);
}

double share_of_budget(const Search& search, const std::vector<double>& costs) {
  double all = 0, taken = 0;
  for (const auto& race : search.races) {
    double cost = 0;
    for (const auto& setting : race.settings)
      for (const ExperimentIndex e : setting) cost += costs[e.value()];
    all += cost;
    taken += cost * share_of_budget(race);
  }
  return all > 0 ? taken / all : 1;
}

}  // namespace icsweep
