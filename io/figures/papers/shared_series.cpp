#include "io/figures/papers/shared_series.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "io/figures/plot.hpp"

namespace icsweep {

const std::vector<std::string>& regression_in_caption() {
  static const std::vector<std::string> names{"dim",   "examples", "width",         "heads",
                                              "steps", "batch",    "learning_rate", "prompts"};
  return names;
}

Series learning_curve(const SqlDatabase& database, const Source& source, const Metric& metric) {
  if (source.chosen.empty()) return {};
  Series s = curve_series(database, source, metric.curve, "checkpoint", "step");
  s.style = Style::line;
  return s;
}
void add_level(Panel& panel, const std::string& label, const std::string& colour, double level) {
  double last = 0;
  for (const auto& s : panel.series)
    if (!s.x.empty()) last = std::max(last, s.x.back());
  if (last > 0)
    panel.series.push_back(
        {.label = label, .colour = colour, .style = Style::dashed, .x = {0, last}, .y = {level, level}});
}

std::vector<Series> sphere() {
  std::vector<Series> circles;
  const auto add = [&](auto point) {
    Series& s = circles.emplace_back(Series{.colour = pale_grey, .style = Style::guide});
    for (int i = 0; i <= 72; ++i) {
      const auto [x, y, z] = point(i * std::numbers::pi / 36);
      s.x.push_back(x), s.y.push_back(y), s.z.push_back(z);
    }
  };
  struct Point {
    double x, y, z;
  };
  for (int k = -2; k <= 2; ++k) {
    const double height = std::sin(k * std::numbers::pi / 6), radius = std::cos(k * std::numbers::pi / 6);
    add([&](double angle) { return Point{radius * std::cos(angle), radius * std::sin(angle), height}; });
  }
  for (int k = 0; k < 6; ++k) {
    const double c = std::cos(k * std::numbers::pi / 6), s = std::sin(k * std::numbers::pi / 6);
    add([&](double angle) { return Point{c * std::cos(angle), s * std::cos(angle), std::sin(angle)}; });
  }
  return circles;
}

Series path_of(const Matrix& m) {
  Series s;
  for (int i = 0; i < m.rows; ++i) {
    const double* row = m.values.data() + i * m.columns;
    s.x.push_back(row[0]);
    s.y.push_back(m.columns > 1 ? row[1] : 0);
    s.z.push_back(m.columns > 2 ? row[2] : 0);
  }
  return s;
}

}  // namespace icsweep
