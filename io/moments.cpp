#include "io/moments.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "io/quantile.hpp"

namespace icsweep {
namespace {

constexpr double missing = std::numeric_limits<double>::quiet_NaN();

/// Σ x² is scaled by 2^-power to lie within the range of doubles.
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
  ExactSum squares, rest;  // the rest makes up for the rounding of the mean
  for (const double v : scaled) squares.add((v - middle) * (v - middle)), rest.add(v - middle);
  const double off = rest.over(n);
  // NaN stays NaN: max() gives its first value then.
  return std::ldexp(std::sqrt(std::max(squares.over(n) - off * off, 0.0) * (n / (n - 1))), power);
}

double ci95(std::span<const double> values) {
  if (values.size() < 2) return missing;
  return student_quantile(double(values.size() - 1)) * stddev(values) / std::sqrt(double(values.size()));
}

}  // namespace icsweep
