// Parzen densities over the draws of a sweep.
//
// A density is a mixture of one component for each draw, by its weight, and one of weight 1 for the prior. A component
// is a product over the axes (engine/search/parzen_axis.hpp).
// [Bergstra et al. 2011; the product as in Optuna 5.0.0's default sampler.]
#pragma once

#include "engine/search/parzen_axis.hpp"

namespace icsweep {

class ParzenDensity {
 public:
  /// draws: their places, by draw and axis, NaN on an axis that a draw lacks. weights: one for each draw.
  ParzenDensity(const std::vector<ParzenAxis>& axes, const std::vector<std::vector<double>>& draws,
                std::vector<double> weights, Spread spread);

  /// Of the axes whose place is not NaN.
  double log_density(const std::vector<double>& place) const;
  /// component: chooses the component, one of equal weights by a whole number; by_axis: a stream for each axis.
  std::vector<double> draw(RandomStream& component, std::vector<RandomStream>& by_axis) const;

 private:
  std::size_t chosen_by(RandomStream& random) const;

  const std::vector<ParzenAxis>& axes_;
  std::vector<std::vector<Bump>> components_;  // by component and axis
  std::vector<double> weights_;                // by component, the prior's last; their sum is `total_`
  double total_;
};

}  // namespace icsweep
