// Rounding of numbers to the digits that people write.
#pragma once

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <string>

namespace icsweep {

/// The nearest number with at most 15 significant digits: 0.3 for 0.1 + 0.2, 0.001 for 1e-4 (1e3)^(1/3). A double keeps
/// any 15 decimal digits (DBL_DIG), so a number written with at most 15 digits does not change.
inline double decimal(double value) {
  if (std::abs(value) < 1e15 && value == std::trunc(value)) return value;
  return std::strtod(fmt::format("{:.15g}", value).c_str(), nullptr);
}

/// Returns decimal(value) if it has at most 12 digits, since somebody may have written it so; otherwise `value`.
inline double as_written(double value) {
  const double rounded = decimal(value);
  return std::strtod(fmt::format("{:.12g}", rounded).c_str(), nullptr) == rounded ? rounded : value;
}

/// Replaces `-nan` by `nan` in the text. The sign of a NaN has no meaning and depends on the processor.
inline std::string without_nan_signs(std::string text) {
  const auto is_part = [&](std::size_t at) {
    return std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_';
  };
  for (std::size_t at = 0; (at = text.find("-nan", at)) != text.npos; ++at) {
    const bool begins = at == 0 || (!is_part(at - 1) && text[at - 1] != '-');
    const bool ends = at + 4 == text.size() || (!is_part(at + 4) && text[at + 4] != '-');
    if (begins && ends) text.erase(at, 1);
  }
  return text;
}

}  // namespace icsweep
