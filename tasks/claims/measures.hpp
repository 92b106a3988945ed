// Measures of a claim: extremes, and means over random contexts with bounds on their deviation from the truth.
//
// The extremes keep NaN. std::max and std::min drop it, so a claim whose values include NaN would hold.
#pragma once

#include <Eigen/Core>
#include <cmath>

namespace icsweep {

/// The larger of the two; NaN if one is NaN.
inline double larger(double a, double b) {
  return a >= b || std::isnan(a) ? a : b;
}
template <class... More>
double larger(double a, double b, More... more) {
  return larger(larger(a, b), more...);
}

/// The smaller of the two; NaN if one is NaN.
inline double smaller(double a, double b) {
  return a <= b || std::isnan(a) ? a : b;
}

/// max |m_ij|; NaN if an entry is NaN.
template <class Derived>
double largest_entry(const Eigen::MatrixBase<Derived>& m) {
  return m.derived().cwiseAbs().template maxCoeff<Eigen::PropagateNaN>();
}

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

  /// Distance to `value` in standard errors. A distance within `rounding` counts as 0, even if nothing varies.
  double standard_errors_from(double value, double rounding) const {
    const double distance = std::abs(mean_ - value);
    return distance <= rounding ? 0 : distance / standard_error();
  }

 private:
  double count_ = 0, mean_ = 0, squares_ = 0;
};

/// Number of standard errors that none of `comparisons` means of `samples` values each exceeds, except once in a
/// million evaluations: P(|Z| > z) ≤ 2e^{−z²/2} for each of them, with Student's correction for the estimated
/// deviation.
inline double standard_errors_allowed(int comparisons, double samples) {
  const double z = std::sqrt(2 * std::log(2e6 * comparisons));
  return z + z * (z * z + 1) / (4 * (samples - 1));
}

}  // namespace icsweep
