#include "tasks/quantile.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace icsweep {

double quantile(std::vector<double> values, double p) {
  if (values.empty() || std::any_of(values.begin(), values.end(), [](double v) { return std::isnan(v); }))
    return std::numeric_limits<double>::quiet_NaN();
  std::sort(values.begin(), values.end());
  const double place = p * double(values.size() - 1);
  const auto below = std::size_t(place), above = std::min(below + 1, values.size() - 1);
  return values[below] + (place - double(below)) * (values[above] - values[below]);
}

}  // namespace icsweep
