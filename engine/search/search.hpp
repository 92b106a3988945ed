// A sweep's search: its races, from the table [search] and the sweep's experiments.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/sweep/grid.hpp"
#include "io/store/table.hpp"

namespace icsweep {

/// What is known of an experiment.
struct Entrant {
  Outcome outcome = Outcome::pending;
  std::vector<double> rungs{};  ///< its metric at the rungs that it has passed; all of them if it is done
};

using Entrants = Indexed<ExperimentIndex, Entrant>;

struct Search {
  struct Rules {
    std::size_t eta = 3, rungs = 3;  ///< rungs: without the end of the training
    std::size_t keep = 1;            ///< the least number of settings that continue, if there are as many
    bool largest = false;            ///< the best value is the largest
    bool scouts = false;             ///< first experiments go ahead; the last rung is then the end of their training

    /// The first rung that decides.
    RungIndex first() const { return RungIndex(scouts ? 1 : 0); }
  };

  /// Settings that are compared, in the sweep's order.
  struct Race {
    std::string label;  ///< its task and the values of `per`: "augmented depth=3"
    Rules rules;
    Indexed<SettingIndex, std::vector<ExperimentIndex>> settings{};
  };

  SearchTable table;
  Indexed<RaceIndex, Race> races;
};

/// Whether a result has one dimension, which runs along training.
bool is_training_curve(const Output& output);

/// The races among these experiments, one for each task and each combination of values of `per`. Gives each
/// experiment its rungs and its number. Throws Error(config) "FILE:LINE: …" if a task lacks a parameter that the table
/// names, if the metric is no curve along training, if the resource is not marked so, if it takes several values in a
/// race, if the rungs do not fit, or if a setting has no experiment that could follow its scout.
Search make_search(const SearchTable& table, std::vector<Experiment>& experiments);

}  // namespace icsweep
