// Expands a sweep file to experiments: the points that pass the rules of their grids, each once.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/sweep/rungs.hpp"
#include "io/base/index.hpp"
#include "io/base/shared.hpp"
#include "io/schema/identity_map.hpp"
#include "io/sweep_file/sweep_file.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

/// One point of a sweep.
struct Experiment {
  const Task* task;
  Config config;
  Identity identity;  ///< content hash, see io/schema/schema.hpp
  Shared<Settings> settings;
  bool asked = true;         ///< false: in the sweep, but --only excludes it from this launch
  ExperimentIndex number{};  ///< among those that a search decides about; set by make_search
  /// Parameters of the task that vary in the sweep, in the order of the schema.
  Shared<std::vector<std::string>> varying{};
  /// Rungs at which the search of the sweep compares the experiment; false without a search. Set by make_search
  /// (engine/search/search.hpp).
  Shared<Rungs> rungs{};

  /// Values that distinguish it from the other experiments of its task in the sweep: "depth=3 seed=1".
  std::string label() const;
};

/// A rule and the number of points that it dropped.
struct Dropped {
  Formula rule;
  std::size_t points;
};

/// Experiments in the order written (the last parameter varies fastest), and counts of the other points.
struct Expansion {
  std::vector<Experiment> experiments;
  std::size_t repeated = 0;
  std::size_t asked = 0;                                   ///< experiments that --only asks for
  std::vector<Dropped> dropped;                            ///< by each `where` and --only
  std::map<std::string, std::set<std::string>> defaulted;  ///< by task: parameters that some grid leaves out
};

/// Points of one grid that its `where` keeps, without `varying`. Throws the errors of expand().
std::vector<Experiment> experiments_of(const TaskRegistry& tasks, const Grid& grid);

/// Expands a sweep. Each of `only` is a rule for all grids. Points that do not satisfy it, and all points of a task
/// that lacks one of its parameters, are dropped, or kept and not `asked`. A point of several grids has the settings of
/// the first grid, keeps its weights if any grid says so, and has the largest resources of them. Throws Error(config)
/// "FILE:LINE: …" for an unknown task or parameter (with the nearest name) and for an impossible value, also in scales
/// that were not chosen. The task checks rules between parameters for the points that are kept.
enum class Unasked { dropped, kept };
Expansion expand(const TaskRegistry& tasks, const Sweep& sweep, const std::vector<std::string>& only = {},
                 Unasked unasked = Unasked::dropped);

}  // namespace icsweep
