// Means over random contexts, with bounds on their deviation from the truth.
#pragma once

#include <cmath>

namespace icsweep {

/// Running mean with its standard error (Welford).
class SampleMean {
 public:
  void add(double x) {
    ++count_;
    const double step = x - mean_;
    mean_ += step / count_;
    squares_ += step * (x - mean_);
  }
  double mean() const { return mean_; }
  double standard_error() const { return std::sqrt(squares_ / (count_ - 1) / count_); }

  /// Distance to `value` in standard errors. A distance within `rounding` counts as 0, also if nothing varies.
  double standard_errors_from(double value, double rounding) const {
    const double distance = std::abs(mean_ - value);
    return distance <= rounding ? 0 : distance / standard_error();
  }

 private:
  double count_ = 0, mean_ = 0, squares_ = 0;
};

/// The number of standard errors that none of `comparisons` means of `samples` values each exceeds except once in a
/// million evaluations: P(|Z| > z) ≤ 2e^{−z²/2} for every one of them, with Student's correction for the estimated
/// deviation.
inline double standard_errors_allowed(int comparisons, double samples) {
  const double z = std::sqrt(2 * std::log(2e6 * comparisons));
  return z + z * (z * z + 1) / (4 * (samples - 1));
}

}  // namespace icsweep
