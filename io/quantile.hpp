// Quantiles of a few numbers.
#pragma once

#include <utility>
#include <vector>

namespace icsweep {

/// The value below which a share p in [0, 1] of the values lies, by linear interpolation; NaN if a value is NaN or
/// there are none.
double quantile(std::vector<double> values, double p);

/// The 97.5 % quantile of Student's t: a 95 % interval reaches so many standard errors to each side.
double student_quantile(double degrees_of_freedom);

inline double median(std::vector<double> values) {
  return quantile(std::move(values), 0.5);
}

}  // namespace icsweep
