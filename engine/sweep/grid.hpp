// Expands a sweep file to experiments: every grid's points that its rules keep, each once.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/sweep/rungs.hpp"
#include "io/index.hpp"
#include "io/sweep_file/sweep_file.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

/// One point of a sweep.
struct Experiment {
  const Task* task;
  Config config;
  std::string identity;  ///< content hash, see io/schema.hpp
  Settings settings;
  bool asked = true;  ///< false: in the sweep, but --only excludes it from this launch
  /// The task's parameters that vary in the sweep, in the schema's order.
  std::shared_ptr<const std::vector<std::string>> varying{};
  /// Where the sweep's search looks at it; none without a search. Set by make_search (engine/search/search.hpp).
  std::shared_ptr<const Rungs> rungs{};
  ExperimentIndex number{};  ///< among those that a search decides about; likewise

  /// The values that tell it from the sweep's other experiments of its task: "depth=3 seed=1".
  std::string label() const;
};

/// A rule and how many points it dropped.
struct Dropped {
  Formula rule;
  std::size_t points;
};

/// The experiments in the order written (the last parameter varies fastest), and counts of the other points.
struct Expansion {
  std::vector<Experiment> experiments;
  std::size_t repeated = 0;
  std::size_t asked = 0;                                   ///< experiments that --only asks for
  std::vector<Dropped> dropped;                            ///< by each `where` and --only
  std::map<std::string, std::set<std::string>> defaulted;  ///< by task: parameters that some grid leaves out
};

/// The points of one grid that its `where` keeps, without `varying`. Throws as expand() does.
std::vector<Experiment> experiments_of(const TaskRegistry& tasks, const Grid& grid);

/// Throws Error(config) "FILE:LINE: …" for a task or parameter that does not exist (with the nearest name) and for an
/// impossible value, also in scales that were not chosen; the task checks rules between parameters for the points that
/// are kept. Each of `only` is a rule for all grids. Points that do not satisfy it, and all points of a task without
/// one of its parameters, are dropped, or kept and not `asked`.
/// A point of several grids has the settings of the first grid, and keeps its weights if any of them says so.
enum class Unasked { dropped, kept };
Expansion expand(const TaskRegistry& tasks, const Sweep& sweep, const std::vector<std::string>& only = {},
                 Unasked unasked = Unasked::dropped);

}  // namespace icsweep
