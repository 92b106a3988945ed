// The tree-structured Parzen estimator: draws where good ones are dense and the others are not.
//
// Of n draws with a loss the ceil(0.15 n) best are good, at most 25, of equal ones the earliest. l and g are the Parzen
// densities of the good draws and of the rest. In l the i-th best of m good draws has the weight 2(m − i + 1)/(m + 1),
// whose mean is 1. A proposal is the one of 128 candidates from l with the largest l/g. Earlier proposals of its round
// count among the rest, so that a round does not crowd in one place.
//
// Of several losses the good draws are those of the first fronts, and of the front that does not fit whole those that
// are most apart. l and g are then densities of each axis alone, and a proposal has the best of 128 candidates on each:
// parameters that trade the losses off and parameters that serve all are then found at once, also on many axes. The
// i-th candidate of all axes replaces the proposal if the i − 1 before it are not allowed.
// [Fronts and crowding: Deb et al. 2002. Axes alone: Optuna 5.0.0's sampler does so for several objectives.]
//
// [Bergstra et al. 2011, Section 4; the numbers were measured, docs/measurements/proposals.md.]
//
// A draw lacks an axis whose condition fails. Its component has the prior there. Candidates are compared by the axes
// without conditions, and only those with the same axes also by the others: l/g of the best of them is taken as 1.
//
// Versions 2 and 3 have wider densities on fewer than six axes (engine/search/parzen_axis.hpp).
// Version 2 compares choices by their written types, so that the integer 1 is not found as the real 1.
// Version 1 has ceil(n/10) good draws of equal weight and 24 candidates. Each continues the rounds that it began.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/search/parzen.hpp"
#include "io/base/fronts.hpp"

namespace icsweep {

/// A draw: its value on each axis, absent where the axis has a condition that fails, and its losses: the smallest are
/// the best. If one is infinite, all are.
struct JudgedDraw {
  std::vector<Value> values;
  Losses losses;
};

/// Indices of the best draws, the best first, until there are `enough`: by fronts, and those of a front so that they
/// are spread out (io/base/fronts.hpp). Those with infinite losses are left out. With one loss this is its order, and
/// of equal ones the earliest is the best.
std::vector<std::size_t> best_draws(const std::vector<JudgedDraw>& draws, std::size_t enough);

/// The first version of the estimator with Spread::narrow, and the first that compares conditional axes only between
/// candidates that have the same ones.
constexpr std::int64_t first_narrow = 4, first_by_pattern = 4;

class Tpe {
 public:
  using Values = std::vector<Value>;
  /// By axis, whether a draw of these values has it; unset: all.
  using Active = std::function<std::vector<bool>(const Values&)>;

  /// The drawn axes of a grid, the sample's seed, the draws in their order, and RoundsTable::version.
  Tpe(const std::vector<Axis>& axes, std::int64_t seed, std::vector<JudgedDraw> judged,
      std::int64_t version = RoundsTable::newest);

  /// Proposes draw `index`, after those that were proposed before. Its random numbers depend on the seed, the axes'
  /// names and the index alone. If none of about a thousand candidates is allowed, it is the best draw once more, or
  /// nothing without judged draws.
  Values propose(std::int64_t index, const std::function<bool(const Values&)>& is_allowed, const Active& active = {});

 private:
  using Places = std::vector<double>;
  /// Axes with a common density.
  struct Block {
    std::vector<std::size_t> places{};  // among all axes
    std::vector<ParzenAxis> axes{};
  };
  Places places(const Values& values) const;
  ParzenDensity density(const Block& block, const std::vector<Places>& draws, std::vector<double> weights) const;
  /// Removes the values of axes that a draw does not have.
  static void take_out(Values& values, const Active& active);

  std::vector<std::string> names_;
  std::vector<ParzenAxis> axes_;
  std::vector<Block> blocks_;
  std::int64_t seed_;
  bool is_first_version_;
  std::vector<bool> conditional_{};  // by axis; empty: all are judged alike
  Spread spread_;
  Values best_;
  std::vector<Places> good_, rest_;
};

}  // namespace icsweep
