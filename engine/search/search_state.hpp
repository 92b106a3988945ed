// The decisions of a search, by experiment: of all its races.
#pragma once

#include <optional>
#include <vector>

#include "engine/search/race.hpp"
#include "engine/sweep/rungs.hpp"

namespace icsweep {

class SearchState {
 public:
  /// entrants: by experiment of the sweep, what is known of it.
  SearchState(const Search& search, const std::vector<Entrant>& entrants);

  void note(std::size_t experiment, Entrant entrant);
  const Entrant& entrant(std::size_t experiment) const;
  /// How far the experiment runs by what is decided; nothing while it waits for a decision.
  std::optional<Stint> stint(std::size_t experiment) const;
  /// Whether the experiment's setting is pruned, or promoted at every rung.
  bool is_pruned(std::size_t experiment) const { return fate(experiment).verdict == RungVerdict::pruned; }
  bool is_promoted(std::size_t experiment) const { return fate(experiment).verdict == RungVerdict::promoted; }
  /// See RaceState::due_rungs().
  std::size_t due_rungs(std::size_t experiment) const {
    return race_of(experiment).due_rungs(places_[experiment].setting, places_[experiment].member);
  }
  /// Whether its undecided setting would continue if nothing more came.
  bool leads(std::size_t experiment) const { return race_of(experiment).leads(places_[experiment].setting); }
  /// The number of the experiment's race.
  std::size_t race(std::size_t experiment) const { return places_[experiment].race; }
  /// The number of rungs, without the end of the training.
  std::size_t rungs(std::size_t experiment) const { return race_of(experiment).rules().rungs; }

 private:
  struct Place {
    std::size_t race = 0, setting = 0, member = 0;
  };
  const RaceState& race_of(std::size_t experiment) const { return races_[places_[experiment].race]; }
  const Fate& fate(std::size_t experiment) const { return race_of(experiment).fate(places_[experiment].setting); }

  std::vector<RaceState> races_;
  std::vector<Place> places_;  // by experiment
};

}  // namespace icsweep
