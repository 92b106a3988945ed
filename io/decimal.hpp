// Numbers as people write them.
#pragma once

#include <fmt/format.h>

#include <cstdlib>

namespace icsweep {

/// The nearest number with at most 15 significant digits: 0.3 for 0.1 + 0.2, 0.001 for 1e-4 (1e3)^(1/3). A double keeps
/// any 15 decimal digits (DBL_DIG), so a number that was written with at most 15 stays as it is.
inline double decimal(double value) {
  return std::strtod(fmt::format("{:.15g}", value).c_str(), nullptr);
}

/// decimal(value) if it has at most 12 digits, as somebody may have written it; else the number itself.
inline double as_written(double value) {
  const double rounded = decimal(value);
  return std::strtod(fmt::format("{:.12g}", rounded).c_str(), nullptr) == rounded ? rounded : value;
}

}  // namespace icsweep
