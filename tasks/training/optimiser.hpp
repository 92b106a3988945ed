// A model's parameters, trained by Adam.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "models/aligned.hpp"
#include "models/kernels/adam.hpp"
#include "tasks/archive.hpp"

namespace icsweep {

/// θ, its gradient and Adam's moments, P scalars each, in aligned memory, so that vector loops split the same way in
/// every run.
template <class Real>
class Optimiser {
 public:
  template <class Initial>
  Optimiser(const AdamSettings& adam, const Initial& initial)
      : adam_(adam),
        scaled_(adam),
        theta_(initial.begin(), initial.end()),
        gradient_(theta_.size()),
        first_(theta_.size()),
        second_(theta_.size()) {}

  std::span<const Real> parameters() const { return theta_; }
  std::span<Real> parameters() { return theta_; }
  void set_parameters(std::span<const Real> theta) { std::copy(theta.begin(), theta.end(), theta_.begin()); }
  /// Fill it before step().
  std::span<Real> gradient() { return gradient_; }
  std::span<const Real> gradient() const { return gradient_; }

  /// Sets the learning rate of the following steps to `factor` times the given one.
  void scale_rate(double factor) { scaled_.learning_rate = factor * adam_.learning_rate; }

  void step() {
    adam_step<Real>(scaled_, ++steps_, int(theta_.size()), gradient_.data(), theta_.data(), first_.data(),
                    second_.data());
  }

  /// The variables from which a training goes on.
  void state(Archive& archive) {
    archive(theta_, first_, second_, steps_);
    for (const auto* values : {&theta_, &first_, &second_})
      if (values->size() != gradient_.size()) throw StaleState{};
  }

 private:
  AdamSettings adam_, scaled_;
  AlignedVector<Real> theta_, gradient_, first_, second_;
  long steps_ = 0;
};

/// ‖a − b‖/‖b‖ for a single-precision gradient a and the double-precision gradient b.
inline double relative_error(std::span<const float> a, std::span<const double> b) {
  double error = 0, norm = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    error += (double(a[i]) - b[i]) * (double(a[i]) - b[i]);
    norm += b[i] * b[i];
  }
  return std::sqrt(error / norm);
}

}  // namespace icsweep
