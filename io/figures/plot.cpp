#include "io/figures/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace icsweep {

bool Panel::empty() const {
  const auto some = [](const std::vector<double>& values) {
    return std::any_of(values.begin(), values.end(), [](double v) { return std::isfinite(v); });
  };
  return !some(matrix.values) && std::none_of(series.begin(), series.end(), [&](const Series& s) { return some(s.y); });
}

void drop_empty(Plot& plot) {
  const std::size_t columns = std::size_t(plot.columns), count = plot.panels.size();
  std::vector<bool> row(count), column(columns);  // true if a panel there is not empty
  for (std::size_t i = 0; i < count; ++i)
    if (!plot.panels[i].empty()) row[i / columns] = column[i % columns] = true;
  std::vector<Panel> kept;
  for (std::size_t i = 0; i < count; ++i)
    if (row[i / columns] && column[i % columns]) kept.push_back(std::move(plot.panels[i]));
  plot.panels = std::move(kept);
  plot.columns = std::max(1, int(std::count(column.begin(), column.end(), true)));
}

std::string colour_of_kind(std::size_t i) {
  constexpr std::array<const char*, kinds_of_colours> kinds{"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                            "#e69f00", "#56b4e9", "#5d3a9b"};
  return kinds[i % kinds.size()];
}

namespace {

// viridis at 0, 1/8, … 7/8.
constexpr std::array<std::array<double, 3>, 8> stops{{{68, 1, 84},
                                                      {71, 44, 122},
                                                      {59, 81, 139},
                                                      {44, 113, 142},
                                                      {33, 144, 141},
                                                      {39, 173, 129},
                                                      {92, 200, 99},
                                                      {170, 220, 50}}};

}  // namespace

std::string colour_of_share(double share) {
  const double place = double(stops.size() - 1) * std::clamp(share, 0.0, 1.0);
  const std::size_t below = std::min(std::size_t(place), stops.size() - 2);
  const double part = place - double(below);
  const auto mixed = [&](int c) {
    return int(std::lround((1 - part) * stops[below][std::size_t(c)] + part * stops[below + 1][std::size_t(c)]));
  };
  return fmt::format("#{:02x}{:02x}{:02x}", mixed(0), mixed(1), mixed(2));
}

std::string colour_of_rank(std::size_t i, std::size_t n) {
  return colour_of_share(n < 2 ? 0 : double(i) / double(n - 1));
}

std::string palette() {
  std::string text;
  for (std::size_t i = 0; i < stops.size(); ++i)
    text += fmt::format("{}{} '{}'", i == 0 ? "" : ", ", i, colour_of_rank(i, stops.size()));
  return text;
}

std::string ColourScale::colour(double value) const {
  return colour_of_share(logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low));
}

std::string paler(const std::string& colour) {
  constexpr double kept = 0.55;
  const auto digit = [&](std::size_t i) { return colour[i] <= '9' ? colour[i] - '0' : (colour[i] | 32) - 'a' + 10; };
  std::string mixed = "#";
  for (std::size_t i = 1; i + 1 < colour.size(); i += 2)
    mixed += fmt::format("{:02x}", std::lround(255 - kept * (255 - 16 * digit(i) - digit(i + 1))));
  return mixed;
}

}  // namespace icsweep
