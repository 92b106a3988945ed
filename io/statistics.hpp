// Means, deviations, quantiles and intervals of numbers.
#pragma once

#include <span>
#include <utility>
#include <vector>

namespace icsweep {

/// A sum with the rounding errors of its additions. Values may be taken away again.
class ExactSum {
 public:
  void add(double value);
  /// The sum divided by a count, which must be that of the values for the promise above.
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

/// The value below which a share p in [0, 1] of the values lies, by linear interpolation; NaN if a value is NaN or
/// there are none.
double quantile(std::vector<double> values, double p);

/// A quantile of Student's t: an interval of that confidence reaches so many standard errors to each side.
double student_quantile(double degrees_of_freedom, double confidence = 0.95);

/// The value below which a quantity with the distribution F(numerator, denominator) lies with probability p.
double fisher_quantile(double numerator, double denominator, double p);

inline double median(std::vector<double> values) {
  return quantile(std::move(values), 0.5);
}

}  // namespace icsweep
