// Decisions of a search about each experiment, over all races.
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
  /// The experiment's next stint, given the decisions so far; nothing while it waits for one.
  std::optional<Stint> stint(ExperimentIndex experiment) const;
  /// True if the experiment's setting is pruned.
  bool is_pruned(ExperimentIndex experiment) const { return fate(experiment).verdict == RungVerdict::pruned; }
  /// True if it is promoted at every rung.
  bool is_promoted(ExperimentIndex experiment) const { return fate(experiment).verdict == RungVerdict::promoted; }
  /// See RaceState::due_rungs().
  std::size_t due_rungs(ExperimentIndex experiment) const {
    return race_of(experiment).due_rungs(places_[experiment].setting, places_[experiment].member);
  }
  /// True if its undecided setting would continue if no further result came.
  bool leads(ExperimentIndex experiment) const { return race_of(experiment).leads(places_[experiment].setting); }
  /// See RaceState::expected_work().
  double expected_work(ExperimentIndex experiment) const {
    return race_of(experiment).expected_work(places_[experiment].setting, places_[experiment].member);
  }
  AtRung at_rung(ExperimentIndex experiment) const { return race_of(experiment).rules().at_rung; }
  /// The experiment's race.
  RaceIndex race(ExperimentIndex experiment) const { return places_[experiment].race; }
  /// Number of rungs, without the end of the training.
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
