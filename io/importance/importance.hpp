// How much each axis of a sweep matters: variance shares over all settings, and what tells the best from the others.
#pragma once

#include "io/importance/best_part.hpp"
#include "io/importance/decomposition.hpp"

namespace icsweep {

/// By the exact decomposition where the settings are at least half of a product (grid_variance.hpp), else by a forest
/// (forest_variance.hpp). Needs a factor and two settings, and a variance above zero.
Decomposition decompose(const Observations& observations);

}  // namespace icsweep
