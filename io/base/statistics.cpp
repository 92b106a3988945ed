#include "io/base/statistics.hpp"

#include <boost/math/distributions/fisher_f.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

namespace icsweep {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// The exponent by which values are scaled so that Σ x² stays in the range of doubles.
int power_of(std::span<const double> values) {
  double largest = 0;
  for (const double v : values) largest = std::max(largest, std::abs(v));
  return largest > 0 && std::isfinite(largest) ? std::ilogb(largest) + 1 : 0;
}

}  // namespace

void ExactSum::add(double value) {
  const double sum = sum_ + value, other = sum - sum_;
  lost_ += (sum_ - (sum - other)) + (value - other);  // Knuth's two-sum
  sum_ = sum;
}

double ExactSum::over(double count) const {
  const double quotient = sum_ / count;
  if (!std::isfinite(quotient) || !std::isfinite(lost_)) return quotient;
  return quotient + (std::fma(-quotient, count, sum_) + lost_) / count;
}

double mean(std::span<const double> values) {
  if (values.empty()) return missing;
  const int power = power_of(values);
  ExactSum sum;
  for (const double v : values) sum.add(std::ldexp(v, -power));
  return std::ldexp(sum.over(double(values.size())), power);
}

double stddev(std::span<const double> values) {
  if (values.size() < 2) return missing;
  const double n = double(values.size());
  const int power = power_of(values);
  std::vector<double> scaled;
  for (const double v : values) scaled.push_back(std::ldexp(v, -power));
  const double middle = mean(scaled);
  ExactSum squares, rest;  // `rest` corrects the rounding of the mean
  for (const double v : scaled) squares.add((v - middle) * (v - middle)), rest.add(v - middle);
  const double off = rest.over(n);
  // std::max returns its first argument if that is NaN.
  return std::ldexp(std::sqrt(std::max(squares.over(n) - off * off, 0.0) * (n / (n - 1))), power);
}

double ci95(std::span<const double> values) {
  if (values.size() < 2) return missing;
  return student_quantile(double(values.size() - 1)) * stddev(values) / std::sqrt(double(values.size()));
}

double quantile(std::vector<double> values, double p) {
  if (values.empty() || std::any_of(values.begin(), values.end(), [](double v) { return std::isnan(v); }))
    return std::numeric_limits<double>::quiet_NaN();
  std::sort(values.begin(), values.end());
  const double place = p * double(values.size() - 1);
  const auto below = std::size_t(place), above = std::min(below + 1, values.size() - 1);
  const double share = place - double(below);
  if (share == 0 || values[below] == values[above]) return values[below];  // avoids 0 times infinity
  const double width = values[above] - values[below];
  return std::isfinite(width)
             ? values[below] + share * width
             : (1 - share) * values[below] + share * values[above];  // the width of -1e308 … 1e308 overflows
}

double normal_quantile(double p) {
  return boost::math::quantile(boost::math::normal(), p);
}

double student_quantile(double degrees_of_freedom, double confidence) {
  return boost::math::quantile(boost::math::students_t(degrees_of_freedom), (1 + confidence) / 2);
}

double fisher_quantile(double numerator, double denominator, double p) {
  return boost::math::quantile(boost::math::fisher_f(numerator, denominator), p);
}

}  // namespace icsweep
