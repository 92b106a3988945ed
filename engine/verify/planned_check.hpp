// Which experiments a store should plan, from the sweep file's text that it carries.
#pragma once

#include <set>
#include <string>

#include "io/store/hdf5_store.hpp"

namespace icsweep {

struct PlannedPoints {
  std::set<std::string> identities;  ///< of what the text gives when it is expanded again
  std::string unknown{};             ///< why that cannot be told; empty if it can
};

/// It cannot be told if the sweep includes other files, whose text alone does not say where they begin, or if earlier
/// sweeps stay planned; before store version 2, whose commands are stored without quotes, also with --set or --only.
PlannedPoints planned_points(const StoreHeader& header);

}  // namespace icsweep
