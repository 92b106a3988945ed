// A sweep's search: its races, from the table [search] and the sweep's experiments.
#pragma once

#include <string>
#include <vector>

#include "engine/search/race.hpp"
#include "engine/sweep/grid.hpp"
#include "engine/sweep/rungs.hpp"

namespace icsweep {

/// The settings of a race, in the sweep's order; each is a list of numbers of experiments, those that it is judged
/// over.
struct RacePlan {
  std::string label;  ///< its task and the values of `per`: "augmented depth=3"
  RaceRules rules;
  std::vector<std::vector<std::size_t>> settings{};
};

/// Whether a result has one dimension, which runs along training.
bool is_training_curve(const Output& output);

struct Search {
  SearchTable table;
  std::vector<RacePlan> races;
};

/// The races among these experiments, one for each task and each combination of values of `per`. Gives each
/// experiment its rungs. Throws Error(config) "FILE:LINE: …" if a task lacks a parameter that the table names, if the
/// metric is no curve along training, if the resource is not marked so, if it takes several values in a race, if the
/// rungs do not fit, or if a setting has no experiment that could follow its scout.
Search make_search(const SearchTable& table, std::vector<Experiment>& experiments);

/// Share of the work of all trainings that a search takes at most, if costs grow evenly.
double share_of_budget(const RacePlan& race, const std::vector<Experiment>& experiments);
/// costs: by experiment, in any unit.
double share_of_budget(const Search& search, const std::vector<Experiment>& experiments,
                       const std::vector<double>& costs);

}  // namespace icsweep
