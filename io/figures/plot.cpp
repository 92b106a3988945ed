#include "io/figures/plot.hpp"

#include <algorithm>
#include <cmath>

namespace icsweep {

bool Panel::empty() const {
  const auto drawn = [](const Series& s) {
    return std::any_of(s.y.begin(), s.y.end(), [](double y) { return std::isfinite(y); });
  };
  return matrix.values.empty() && std::none_of(series.begin(), series.end(), drawn);
}

}  // namespace icsweep
