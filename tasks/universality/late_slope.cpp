#include "tasks/universality/late_slope.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace icsweep {

std::optional<double> late_slope(const std::vector<double>& errors, int block, double floor) {
  const auto end = std::find_if(errors.begin(), errors.end(), [&](double e) { return !(e > floor); });
  const long blocks = (end - errors.begin()) / block, fitted = blocks - blocks / 2;
  if (fitted < 3) return std::nullopt;
  double product = 0, square = 0;
  for (long i = 0; i < fitted; ++i) {
    const auto first = end - (fitted - i) * block;
    const double step = double(i) - double(fitted - 1) / 2;
    product += step * std::log(std::accumulate(first, first + block, 0.0) / block);
    square += step * step;
  }
  return product / square / block;
}

}  // namespace icsweep
