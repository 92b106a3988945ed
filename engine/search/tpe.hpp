// The tree-structured Parzen estimator: draws where good ones are dense and the others are not.
//
// Of n draws with a loss the ceil(n/10) best are good, at most 25, of equal ones the earliest. l and g are the Parzen
// densities of the good draws and of the rest. A proposal is the one of 24 candidates from l with the largest l/g.
// What was proposed before it in the same round counts among the rest, so that a round does not crowd in one place.
// A tenth was the best of the shares that were measured (docs/measurements/proposals.md).
// [Bergstra et al. 2011, Section 4.]
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/search/parzen.hpp"

namespace icsweep {

/// A draw: its value on each axis, and its loss: the smallest is the best, infinity the worst.
struct JudgedDraw {
  std::vector<Value> values;
  double loss;
};

class Tpe {
 public:
  using Values = std::vector<Value>;

  /// The drawn axes of a grid, the sample's seed, and the draws in their order.
  Tpe(const std::vector<Axis>& axes, std::int64_t seed, std::vector<JudgedDraw> judged);

  /// Proposes draw `index`, after those that were proposed before. Its random numbers depend on the seed, the axes'
  /// names and the index alone. If none of some hundred candidates is allowed, it is the best draw once more, or
  /// nothing if there is none.
  Values propose(std::int64_t index, const std::function<bool(const Values&)>& is_allowed);

 private:
  using Places = std::vector<double>;
  Places places(const Values& values) const;

  std::vector<std::string> names_;
  std::vector<ParzenAxis> axes_;
  std::int64_t seed_;
  Values best_;
  std::vector<Places> good_, rest_;
};

}  // namespace icsweep
