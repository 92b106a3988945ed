#include "engine/search/search_state.hpp"

#include <utility>

namespace icsweep {

SearchState::SearchState(const Search& search, const Entrants& entrants) : places_(entrants.size()) {
  for (const RaceIndex race : search.races.indices()) {
    const Search::Race& plan = search.races[race];
    Indexed<SettingIndex, std::vector<Entrant>> of_race(plan.settings.size());
    for (const SettingIndex s : plan.settings.indices())
      for (const ExperimentIndex e : plan.settings[s]) {
        places_[e] = {race, s, of_race[s].size()};
        of_race[s].push_back(entrants[e]);
      }
    races_.push_back({plan.rules, std::move(of_race), plan.at});
  }
}

void SearchState::note(ExperimentIndex experiment, Entrant entrant) {
  const auto& [race, setting, member] = places_[experiment];
  races_[race].note(setting, member, std::move(entrant));
}

std::optional<Stint> SearchState::stint(ExperimentIndex experiment) const {
  const auto& [race, setting, member] = places_[experiment];
  if (races_[race].trains_to_end(setting, member)) return Stint{};
  const std::size_t due = due_rungs(experiment);
  const auto until = due > 0 ? std::make_optional(RungIndex(due - 1)) : std::nullopt;
  if (is_pruned(experiment)) return Stint{until, fate(experiment).rung};
  const bool runs_on = races_[race].rules().at_rung == AtRung::continues;
  return entrant(experiment).rungs.size() < due ? std::make_optional(Stint{.until = until, .runs_on = runs_on})
                                                : std::nullopt;
}

const Entrant& SearchState::entrant(ExperimentIndex experiment) const {
  const auto& [race, setting, member] = places_[experiment];
  return races_[race].entrant(setting, member);
}

}  // namespace icsweep
