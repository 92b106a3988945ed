#include "io/quantile.hpp"

#include <algorithm>
#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/students_t.hpp>
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
  const double share = place - double(below);
  if (share == 0 || values[below] == values[above]) return values[below];  // 0 times infinity is NaN
  const double width = values[above] - values[below];
  return std::isfinite(width) ? values[below] + share * width
                              : (1 - share) * values[below] + share * values[above];  // -1e308 and 1e308
}

double student_quantile(double degrees_of_freedom, double confidence) {
  return boost::math::quantile(boost::math::students_t(degrees_of_freedom), (1 + confidence) / 2);
}

double fisher_quantile(double numerator, double denominator, double p) {
  return boost::math::quantile(boost::math::fisher_f(numerator, denominator), p);
}

}  // namespace icsweep
