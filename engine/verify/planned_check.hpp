// The experiments that a store should plan, by the sweep in its header.
#pragma once

#include <set>
#include <string>

#include "io/store/store.hpp"
#include "tasks/registry.hpp"

namespace icsweep {

struct PlannedPoints {
  std::set<std::string> identities;  ///< of the experiments to which the text expands
  std::string unknown{};             ///< why they cannot be known; empty if they are known
  bool broken = false;               ///< unknown since the text is no sweep of this program's tasks
  std::set<std::string> tasks{};     ///< that the grids name; empty if that is unknown
};

/// Unknown if stored_sweep() is, or if it cannot be expanded.
PlannedPoints planned_points(const TaskRegistry& tasks, const Store& store);

/// The same of a header alone: what a sweep with rounds plans is unknown.
PlannedPoints planned_points(const TaskRegistry& tasks, const StoreHeader& header);

}  // namespace icsweep
