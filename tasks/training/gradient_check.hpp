// Checks analytic gradients against central differences.
#pragma once

#include <cmath>
#include <span>

namespace icsweep {

/// ‖differences − gradient‖/‖differences‖ over everything added.
class GradientCheck {
 public:
  explicit GradientCheck(double step) : step_(step) {}

  /// Adds `values` and the loss's gradient there. loss() depends on the values, which add() restores.
  template <class F>
  void add(std::span<double> values, std::span<const double> gradient, F&& loss) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double kept = values[i];
      values[i] = kept + step_;
      const double above = loss();
      values[i] = kept - step_;
      const double slope = (above - loss()) / (2 * step_);
      values[i] = kept;
      error_ += (slope - gradient[i]) * (slope - gradient[i]);
      norm_ += slope * slope;
    }
  }
  double relative_error() const { return std::sqrt(error_ / norm_); }

 private:
  double step_, error_ = 0, norm_ = 0;
};

}  // namespace icsweep
