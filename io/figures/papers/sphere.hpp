// The unit sphere and paths in it.
#pragma once

#include "io/figures/plot.hpp"

namespace icsweep {

/// Circles of latitude and longitude, pale, without labels.
std::vector<Series> sphere();

/// One point of space for each row: its first three columns.
Series path_of(const Matrix& m);

}  // namespace icsweep
