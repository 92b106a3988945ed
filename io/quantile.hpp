// Quantiles of a few numbers.
#pragma once

#include <utility>
#include <vector>

namespace icsweep {

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
