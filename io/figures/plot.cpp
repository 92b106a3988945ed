#include "io/figures/plot.hpp"

#include <algorithm>
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
  std::vector<bool> row(count), column(columns);  // whether something is drawn there
  for (std::size_t i = 0; i < count; ++i)
    if (!plot.panels[i].empty()) row[i / columns] = column[i % columns] = true;
  std::vector<Panel> kept;
  for (std::size_t i = 0; i < count; ++i)
    if (row[i / columns] && column[i % columns]) kept.push_back(std::move(plot.panels[i]));
  plot.panels = std::move(kept);
  plot.columns = std::max(1, int(std::count(column.begin(), column.end(), true)));
}

}  // namespace icsweep
