// Colours that colour-blind readers tell apart: those of Okabe and Ito but yellow for kinds, and violet, viridis for
// what has an order.
#pragma once

#include <cstddef>
#include <string>

namespace icsweep {

/// "#rrggbb" of kind 0, 1, …; after seven they repeat.
std::string colour_of_kind(std::size_t i);

/// Of the i-th of n ordered values, dark to light, without the lightest, which white paper swallows.
std::string colour_of_rank(std::size_t i, std::size_t n);

inline constexpr const char* black = "#000000";
inline constexpr const char* grey = "#777777";
inline constexpr const char* pale_grey = "#d0d0d0";

}  // namespace icsweep
