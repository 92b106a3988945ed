// Numbers as people write them.
#pragma once

#include <fmt/format.h>

#include <cstdlib>

namespace icsweep {

/// The nearest number that has at most 15 significant digits: 0.3 of 0.1 + 0.2, 0.001 of 1e-4 (1e3)^(1/3). Fifteen
/// decimal digits always come back from a double as they were (DBL_DIG), so a number that somebody wrote with so many
/// is left as it is.
inline double decimal(double value) {
  return std::strtod(fmt::format("{:.15g}", value).c_str(), nullptr);
}

}  // namespace icsweep
