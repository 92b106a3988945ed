// Means and deviations of numbers, as if computed exactly and rounded once or twice: equal values have their value as
// mean and the deviation 0, whatever their size.
#pragma once

#include <span>

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

}  // namespace icsweep
