// The decisions of a search, by experiment: of all its races.
#pragma once

#include <optional>
#include <vector>

#include "engine/search/race.hpp"
#include "engine/sweep/rungs.hpp"

namespace icsweep {

class SearchState {
 public:
  SearchState(const Search& search, const Entrants& entrants);

  void note(ExperimentIndex experiment, Entrant entrant);
  const Entrant& entrant(ExperimentIndex experiment) const;
  /// How far the experiment runs by what is decided; nothing while it waits for a decision.
  std::optional<Stint> stint(ExperimentIndex experiment) const;
  /// Whether the experiment's setting is pruned, or promoted at every rung.
  bool is_pruned(ExperimentIndex experiment) const { return fate(experiment).verdict == RungVerdict::pruned; }
  bool is_promoted(ExperimentIndex experiment) const { return fate(experiment).verdict == RungVerdict::promoted; }
  /// See RaceState::due_rungs().
  std::size_t due_rungs(ExperimentIndex experiment) const {
    return race_of(experiment).due_rungs(places_[experiment].setting, places_[experiment].member);
  }
  /// Whether its undecided setting would continue if nothing more came.
  bool leads(ExperimentIndex experiment) const { return race_of(experiment).leads(places_[experiment].setting); }
  /// The number of the experiment's race.
  RaceIndex race(ExperimentIndex experiment) const { return places_[experiment].race; }
  /// The number of rungs, without the end of the training.
  std::size_t rungs(ExperimentIndex experiment) const { return race_of(experiment).rules().rungs; }

 private:
  struct Place {
    RaceIndex race{};
    SettingIndex setting{};
    std::size_t member = 0;
  };
  const RaceState& race_of(ExperimentIndex experiment) const { return races_[places_[experiment].race]; }
  const Fate& fate(ExperimentIndex experiment) const { return race_of(experiment).fate(places_[experiment].setting); }

  Indexed<RaceIndex, RaceState> races_;
  Indexed<ExperimentIndex, Place> places_;
};

}  // namespace icsweep
