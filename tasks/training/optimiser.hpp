// A model's parameters and their optimiser.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>

#include "models/aligned.hpp"
#include "tasks/archive.hpp"
#include "tasks/training/optimiser_settings.hpp"

namespace icsweep {

/// θ, its gradient and the optimiser's moments, P scalars each. Their memory is aligned, so vector loops split the same
/// way in every run.
template <class Real>
class Optimiser {
 public:
  template <class Initial>
  Optimiser(const OptimiserSettings& settings, const Initial& initial)
      : settings_(settings),
        update_(settings.update),
        theta_(initial.begin(), initial.end()),
        gradient_(theta_.size()),
        first_(theta_.size()),
        second_(theta_.size()),
        average_(settings.ema > 0 ? theta_ : AlignedVector<Real>()) {}

  std::span<const Real> parameters() const { return theta_; }
  std::span<Real> parameters() { return theta_; }
  /// Parameters to test and keep: the average of θ if there is one, else θ.
  std::span<const Real> tested() const { return average_.empty() ? theta_ : average_; }
  void set_parameters(std::span<const Real> theta) {
    std::copy(theta.begin(), theta.end(), theta_.begin());
    if (!average_.empty()) average_ = theta_;
  }
  /// Place for the gradient, to be filled before step(), which may change it.
  std::span<Real> gradient() { return gradient_; }
  std::span<const Real> gradient() const { return gradient_; }

  /// Clips the gradient, then updates θ. Returns the gradient's norm before clipping. A clipped gradient is multiplied
  /// by clip/(norm + 1e-6), as in PyTorch.
  double step() {
    const int count = int(theta_.size());
    const double norm = std::sqrt(squared_norm<Real>(count, gradient_.data()));
    if (settings_.clip > 0) shorten(settings_.clip / (norm + 1e-6));
    update_.adam.learning_rate = settings_.rate_factor(steps_) * settings_.learning_rate;
    update_step<Real>(update_, ++steps_, count, gradient_.data(), theta_.data(), first_.data(), second_.data());
    follow();
    return norm;
  }

  /// Lists the variables from which training resumes.
  void state(Archive& archive) {
    archive(theta_, first_, second_, average_, steps_);
    for (const auto* values : {&theta_, &first_, &second_})
      if (values->size() != gradient_.size()) throw StaleState{};
    if (average_.size() != (settings_.ema > 0 ? gradient_.size() : 0)) throw StaleState{};
  }

 private:
  void shorten(double factor) {
    if (factor < 1)
      for (Real& g : gradient_) g *= Real(factor);
  }
  /// Updates the average: the first θ after a step, then a ← ema·a + (1 − ema)θ.
  void follow() {
    const Real kept = steps_ == 1 ? Real(0) : Real(settings_.ema);
    for (std::size_t i = 0; i < average_.size(); ++i) average_[i] = kept * average_[i] + (1 - kept) * theta_[i];
  }

  OptimiserSettings settings_;
  UpdateSettings update_;
  AlignedVector<Real> theta_, gradient_, first_, second_, average_;
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
