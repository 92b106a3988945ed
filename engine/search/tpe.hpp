// The tree-structured Parzen estimator: draws where good ones are dense and the others are not.
//
// Of n draws with a loss the ceil(0.15 n) best are good, at most 25, of equal ones the earliest. l and g are the Parzen
// densities of the good draws and of the rest. In l the i-th best of m good draws has the weight 2(m − i + 1)/(m + 1),
// whose mean is 1. A proposal is the one of 128 candidates from l with the largest l/g. Earlier proposals of its round
// count among the rest, so that a round does not crowd in one place.
// [Bergstra et al. 2011, Section 4; the numbers were measured, docs/measurements/proposals.md.]
//
// Version 1 has ceil(n/10) good draws of equal weight and 24 candidates. It continues the rounds that it began.
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

  /// The drawn axes of a grid, the sample's seed, the draws in their order, and RoundsTable::version.
  Tpe(const std::vector<Axis>& axes, std::int64_t seed, std::vector<JudgedDraw> judged,
      std::int64_t version = RoundsTable::newest);

  /// Proposes draw `index`, after those that were proposed before. Its random numbers depend on the seed, the axes'
  /// names and the index alone. If none of about a thousand candidates is allowed, it is the best draw once more, or
  /// nothing if there is none.
  Values propose(std::int64_t index, const std::function<bool(const Values&)>& is_allowed);

 private:
  using Places = std::vector<double>;
  Places places(const Values& values) const;

  std::vector<std::string> names_;
  std::vector<ParzenAxis> axes_;
  std::int64_t seed_;
  bool is_first_version_;
  Values best_;
  std::vector<Places> good_, rest_;
};

}  // namespace icsweep
