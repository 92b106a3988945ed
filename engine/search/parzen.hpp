// Parzen densities over the draws of a sweep.
//
// A density is a mixture of one component for each draw and one, as heavy as a draw, of the prior. A component is a
// product over the axes. With n components on d axes:
// - a number has a normal density around the draw, cut off at the bounds, in the law's own scale: the logarithm of
//   log_uniform; an integer has the mass of the whole number. Its spread, the standard deviation, is
//   0.2 n^(−1/(d+4)) of the range; the prior stands in the middle with the range as its spread;
// - a choice has 1/(n + K) on each of the K, and the rest on the draw's own; the prior's is equal on all.
// [Bergstra et al. 2011; the product and the spread as Optuna's multivariate sampler has them.]
#pragma once

#include <vector>

#include "io/sweep_file/sweep.hpp"
#include "tasks/random.hpp"

namespace icsweep {

/// A component on one axis.
struct Bump {
  double center, spread;  ///< spread: of a choice, the share that all choices have equally
  double inside = 1;      ///< of a number, the mass of its whole normal density within the bounds
};

/// One axis in the law's own scale, where a value is a number; of a choice its place in the list.
class ParzenAxis {
 public:
  explicit ParzenAxis(Draw draw);

  double place(const Value& value) const;
  /// A real has six significant digits, and none lies outside the bounds.
  Value value(double place) const;

  Bump prior() const;
  Bump around(double place, std::size_t components, std::size_t axes) const;
  double density(const Bump& bump, double place) const;
  double draw(const Bump& bump, RandomStream& random) const;

 private:
  Bump cut_off(double center, double spread) const;

  Draw draw_;
  double low_ = 0, high_ = 0;  // of an integer, half a step outside its bounds
};

class ParzenDensity {
 public:
  /// draws: their places, by draw and axis.
  ParzenDensity(const std::vector<ParzenAxis>& axes, const std::vector<std::vector<double>>& draws);

  double log_density(const std::vector<double>& place) const;
  /// component: chooses the component; by_axis: a stream for each axis.
  std::vector<double> draw(RandomStream& component, std::vector<RandomStream>& by_axis) const;

 private:
  const std::vector<ParzenAxis>& axes_;
  std::vector<std::vector<Bump>> components_;  // by axis
};

}  // namespace icsweep
