// All races of a search, by experiment.
#pragma once

#include <vector>

#include "engine/search/search.hpp"

namespace icsweep {

class SearchState {
 public:
  /// entrants: by experiment of the sweep, what is known of it.
  SearchState(const Search& search, const std::vector<Entrant>& entrants);

  void note(std::size_t experiment, Entrant entrant);
  const Entrant& entrant(std::size_t experiment) const;
  /// The fate of the experiment's setting.
  const Fate& fate(std::size_t experiment) const { return race_of(experiment).fate(places_[experiment].setting); }
  bool trains_to_end(std::size_t experiment) const {
    return race_of(experiment).trains_to_end(places_[experiment].setting, places_[experiment].member);
  }
  /// See Race::due_rungs().
  std::size_t due_rungs(std::size_t experiment) const {
    return race_of(experiment).due_rungs(places_[experiment].setting, places_[experiment].member);
  }
  bool leads(std::size_t experiment) const { return race_of(experiment).leads(places_[experiment].setting); }
  /// The number of the experiment's race.
  std::size_t race(std::size_t experiment) const { return places_[experiment].race; }
  /// The number of rungs, without the end of the training.
  std::size_t rungs(std::size_t experiment) const { return race_of(experiment).rules().rungs; }

 private:
  struct Place {
    std::size_t race = 0, setting = 0, member = 0;
  };
  const Race& race_of(std::size_t experiment) const { return races_[places_[experiment].race]; }

  std::vector<Race> races_;
  std::vector<Place> places_;  // by experiment
};

}  // namespace icsweep
