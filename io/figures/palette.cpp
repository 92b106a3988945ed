#include "io/figures/palette.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace icsweep {

std::string colour_of_kind(std::size_t i) {
  constexpr std::array kinds{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#5d3a9b"};
  return kinds[i % kinds.size()];
}

std::string colour_of_rank(std::size_t i, std::size_t n) {
  // viridis at 0, 1/8, … 7/8.
  constexpr std::array<std::array<double, 3>, 8> stops{{{68, 1, 84},
                                                        {71, 44, 122},
                                                        {59, 81, 139},
                                                        {44, 113, 142},
                                                        {33, 144, 141},
                                                        {39, 173, 129},
                                                        {92, 200, 99},
                                                        {170, 220, 50}}};
  const double place = n < 2 ? 0 : double(stops.size() - 1) * double(i) / double(n - 1);
  const std::size_t below = std::min(std::size_t(place), stops.size() - 2);
  const double share = place - double(below);
  const auto mixed = [&](int c) {
    return int(std::lround((1 - share) * stops[below][std::size_t(c)] + share * stops[below + 1][std::size_t(c)]));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", mixed(0), mixed(1), mixed(2));
}

}  // namespace icsweep
