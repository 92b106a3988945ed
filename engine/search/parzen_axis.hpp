// One axis of a Parzen density: the components around draws, and that of the prior.
//
// With n draws on d axes:
// - a number has a normal density around the draw, cut off at the bounds, in the law's own scale: the logarithm of
//   log_uniform and log_integer, the number of steps of a law with a step. An integer or step has the mass of all
//   numbers that round to it. The prior is at the middle with the range as its spread (standard deviation);
// - normal has no bounds. The prior is the law itself, and the range of what follows is six standard deviations;
// - a choice has the share 2K/(n + 1 + 2K) divided among the K by their weights, and the rest on the draw's own. The
//   prior has the weights.
//
// The spread around a draw is 0.7 times the larger distance to its two neighbours on the axis, at least
// sqrt(min(1, d/6))/min(100, n + 2) of the range and at most the range. Of a single draw the bounds are the neighbours.
// [Bergstra et al. 2011. Optuna 5.0.0's default sampler has the distances and 1/min(100, n + 2); 0.7, the root and the
// 2 of choices are of our own measurement, docs/measurements/proposals.md.]
//
// Versions 2 and 3 of the estimator, and each axis alone, have a spread of at least 1/min(100, n + 2) of the range.
// Version 1 of the estimator has a spread of 0.2 (n+1)^(−1/(d+4)) of the range, and 1/(n + 1 + K) on each choice.
#pragma once

#include <vector>

#include "io/sweep_file/sweep.hpp"
#include "tasks/random.hpp"

namespace icsweep {

/// A component on one axis.
struct Bump {
  double center, spread;  ///< spread: of a choice, the share that all choices have by their weights
  double inside = 1;      ///< of a number, the mass of its whole normal density within the bounds
};

/// Of components: `equal` is that of version 1, `neighbours` that of versions 2 and 3, which is wider on few axes.
enum class Spread { equal, neighbours, narrow };

/// The number of axes from which on Spread::narrow is as wide as Spread::neighbours.
constexpr std::size_t many_axes = 6;

/// One axis in the law's own scale, where a value is a number; of a choice its place in the list.
class ParzenAxis {
 public:
  explicit ParzenAxis(Draw draw);

  double place(const Value& value) const;
  /// A real has six significant digits, and none lies outside the bounds.
  Value value(double place) const;

  Bump prior() const;
  /// axes: the number of all axes.
  std::vector<Bump> around(const std::vector<double>& draws, Spread spread, std::size_t axes) const;
  double density(const Bump& bump, double place) const;
  double draw(const Bump& bump, RandomStream& random) const;

 private:
  Bump cut_off(double center, double spread) const;
  std::vector<double> distances(const std::vector<double>& draws) const;
  bool is_whole() const;
  double weight(double place) const;
  double mass(const Bump& bump, double place) const;
  /// The nearest place of a value.
  double rounded(double place) const;

  Draw draw_;
  double low_ = 0, high_ = 0;  // of an integer or step, half a step outside its bounds
};

}  // namespace icsweep
