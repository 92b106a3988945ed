// Which experiments a store should plan, from the sweep file's text that it carries.
#pragma once

#include <set>
#include <string>

#include "io/hdf5_store.hpp"

namespace icsweep {

struct PlannedPoints {
  std::set<std::string> identities;  ///< of what the text gives when it is expanded again
  std::string unknown{};             ///< why that cannot be told; empty if it can
};

/// It cannot be told if the sweep includes other files, whose text alone does not say where they begin, or if the
/// command line changed it by more than a scale: quotes are not stored.
PlannedPoints planned_points(const StoreHeader& header);

}  // namespace icsweep
