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

/// decimal() where that is a number of at most 12 digits, as somebody may have written it; else the number itself.
inline double as_written(double value) {
  const double rounded = decimal(value);
  return std::strtod(fmt::format("{:.12g}", rounded).c_str(), nullptr) == rounded ? rounded : value;
}

}  // namespace icsweep
