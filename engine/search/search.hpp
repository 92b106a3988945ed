// Search of a sweep: its races, from the table [search] and the sweep's experiments.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "engine/sweep/grid.hpp"
#include "io/store/table.hpp"

namespace icsweep {

/// Known results of an experiment.
struct Entrant {
  Outcome outcome = Outcome::pending;
  std::vector<double> rungs{};  ///< its metric at the rungs that it has passed; all of them if it is done
};

using Entrants = Indexed<ExperimentIndex, Entrant>;

struct Search {
  struct Rules {
    std::size_t eta = 3, rungs = 3;  ///< rungs: without the end of the training
    std::size_t keep = 1;            ///< least number of settings that continue, at most all
    bool largest = false;            ///< the best value is the largest
    bool scouts = false;             ///< first experiments train first; the last rung is then the end of the training
    AtRung at_rung = AtRung::saves;

    /// The first rung that decides.
    RungIndex first() const { return RungIndex(scouts ? 1 : 0); }
  };

  /// Settings that are compared, in the sweep's order.
  struct Race {
    std::string label;  ///< its task and the values of `per`: "augmented depth=3"
    Rules rules;
    Indexed<SettingIndex, std::vector<ExperimentIndex>> settings{};
    std::vector<double> at{};  ///< share of the training at each rung
  };

  SearchTable table;
  Indexed<RaceIndex, Race> races;
};

/// True if a result is a curve along training.
bool is_training_curve(const Output& output);

/// Makes one race per task and per combination of values of `per`, and sets the rungs and number of each experiment.
/// Throws Error(config) "FILE:LINE: …" if a task lacks a parameter that the table names, if the metric is no curve
/// along training, if the resource is no resource or takes several values in a race, if the rungs do not fit, if a
/// setting has a scout alone, or if a program does not declare what it does at a rung.
Search make_search(const SearchTable& table, std::vector<Experiment>& experiments);

}  // namespace icsweep
