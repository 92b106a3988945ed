#include "io/figures/papers/learning_curves.hpp"

#include <algorithm>

namespace icsweep {

const std::vector<std::string>& regression_told() {
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

}  // namespace icsweep
