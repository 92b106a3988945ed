// From a sweep file to experiments: the points of every grid that its rules leave, each once.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "io/sweep_file/sweep_file.hpp"
#include "tasks/task.hpp"

namespace icsweep {

/// One point of a sweep.
struct Experiment {
  const Task* task;
  Config config;
  std::string identity;  ///< content hash, see io/schema.hpp
  Settings settings;
  bool asked = true;  ///< by --only: others belong to the sweep and are not run now
  /// The task's parameters that vary in the sweep, in the schema's order.
  std::shared_ptr<const std::vector<std::string>> varying{};

  /// What sets it apart from the sweep's others of its task, "depth=3 seed=1".
  std::string label() const;
};

/// A rule and how many points it dropped.
struct Dropped {
  Formula rule;
  std::size_t points;
};

/// What expansion gives: the experiments in the order written (the last parameter varies fastest), and what became of
/// the other points.
struct Expansion {
  std::vector<Experiment> experiments;
  std::size_t repeated = 0;
  std::size_t asked = 0;                                   ///< of the experiments
  std::vector<Dropped> dropped;                            ///< by each `where` and --only
  std::map<std::string, std::set<std::string>> defaulted;  ///< by task: parameters that some grid does not name
};

/// Throws Error(config) "FILE:LINE: …" for a task or parameter that does not exist (with the nearest name) or an
/// impossible value, in scales too, whether they were chosen or not; rules between parameters are checked for the
/// points that are left. Each of `only` is a rule for all grids; a task without one of its parameters satisfies none,
/// and points that do not satisfy it are dropped, or kept and not `asked`.
/// A point of several grids has the settings of the first, and keeps its weights if one of them says so.
enum class Unasked { dropped, kept };
Expansion expand(const Sweep& sweep, const std::vector<std::string>& only = {}, Unasked unasked = Unasked::dropped);

}  // namespace icsweep
