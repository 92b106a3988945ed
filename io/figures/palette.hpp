// Colours that colour-blind readers tell apart. Kinds have those of Okabe and Ito, with violet in place of yellow;
// ordered values have viridis.
#pragma once

#include <cstddef>
#include <string>

namespace icsweep {

/// "#rrggbb" of kind 0, 1, …; after seven they repeat.
std::string colour_of_kind(std::size_t i);

/// Colour of the i-th of n ordered values, dark to light, without viridis's lightest part, which is hard to see on
/// white paper.
std::string colour_of_rank(std::size_t i, std::size_t n);

inline constexpr const char* black = "#000000";
inline constexpr const char* grey = "#777777";
inline constexpr const char* pale_grey = "#d0d0d0";

}  // namespace icsweep
