#include "engine/search/search_state.hpp"

#include <utility>

namespace icsweep {

SearchState::SearchState(const Search& search, const std::vector<Entrant>& entrants) : places_(entrants.size()) {
  for (const auto& plan : search.races) {
    std::vector<std::vector<Entrant>> of_race;
    for (std::size_t s = 0; s < plan.settings.size(); ++s) {
      of_race.emplace_back();
      for (std::size_t m = 0; m < plan.settings[s].size(); ++m) {
        const std::size_t e = plan.settings[s][m];
        places_[e] = {races_.size(), s, m};
        of_race.back().push_back(entrants[e]);
      }
    }
    races_.emplace_back(plan.rules, std::move(of_race));
  }
}

void SearchState::note(std::size_t experiment, Entrant entrant) {
  const auto& [race, setting, member] = places_[experiment];
  races_[race].note(setting, member, std::move(entrant));
}

std::optional<Stint> SearchState::stint(std::size_t experiment) const {
  const auto& [race, setting, member] = places_[experiment];
  if (races_[race].trains_to_end(setting, member)) return Stint{};
  const std::size_t due = due_rungs(experiment);
  const int until = int(due) - 1;
  if (is_pruned(experiment)) return Stint{until, int(fate(experiment).rung)};
  return entrant(experiment).rungs.size() < due ? std::make_optional(Stint{until}) : std::nullopt;
}

const Entrant& SearchState::entrant(std::size_t experiment) const {
  const auto& [race, setting, member] = places_[experiment];
  return races_[race].entrant(setting, member);
}

}  // namespace icsweep
