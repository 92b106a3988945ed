// Means, deviations, quantiles and intervals. Means and deviations are exact up to one or two roundings: equal values
// have that value as mean and deviation 0, whatever their size.
#pragma once

#include <span>
#include <utility>
#include <vector>

namespace icsweep {

/// A sum that keeps the rounding errors of its additions. Values may be subtracted again.
class ExactSum {
 public:
  void add(double value);
  /// The sum divided by `count`. It is exact up to rounding if `count` is the number of values.
  double over(double count) const;

 private:
  double sum_ = 0, lost_ = 0;
};

/// NaN without values.
double mean(std::span<const double> values);

/// The sample's standard deviation, NaN for fewer than two values.
double stddev(std::span<const double> values);

/// Half the width of Student's 95 % interval of the mean, NaN for fewer than two values.
double ci95(std::span<const double> values);

/// A mean or median of fewer values has no interval in pictures. Student's interval of two values is 12.7 standard
/// errors, which says little; the values themselves are shown.
inline constexpr int least_interval_seeds = 5;
/// An axis grows towards the ends of intervals by at most this share of its width, so that it follows the means.
inline constexpr double interval_share = 0.5;

/// The value below which a share p in [0, 1] of the values lies, by linear interpolation. NaN if there are no values or
/// one is NaN.
double quantile(std::vector<double> values, double p);

/// The quantile of the standard normal distribution at p in (0, 1).
double normal_quantile(double p);

/// A quantile of Student's t: half the width, in standard errors, of an interval with that confidence.
double student_quantile(double degrees_of_freedom, double confidence = 0.95);

/// The value that a quantity with the distribution F(numerator, denominator) does not exceed with probability p.
double fisher_quantile(double numerator, double denominator, double p);

inline double median(std::vector<double> values) {
  return quantile(std::move(values), 0.5);
}

}  // namespace icsweep
