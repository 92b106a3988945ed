// What the variance of a metric over a sweep comes from.
#pragma once

#include <limits>
#include <vector>

namespace icsweep {

inline constexpr double unknown_share = std::numeric_limits<double>::quiet_NaN();

/// A main effect or a pair.
struct EffectShare {
  std::vector<int> factors;  ///< one or two, ascending
  double share = 0;          ///< of the variance of a single experiment's metric; noise may put it below 0
  double low = unknown_share, high = unknown_share;  ///< 95 % interval of the share; NaN if nothing tells it
};

enum class VarianceMethod { grid, forest };

/// Shares of mains, pairs, rest and seeds add up to 1.
struct Decomposition {
  VarianceMethod method = VarianceMethod::grid;
  std::vector<EffectShare> effects{};  ///< main effects in the factors' order, then pairs
  /// grid: interactions of three factors and more, with one seed also noise. forest: also what the trees do not
  /// resolve, and without repeated settings noise.
  double rest = 0;
  double seeds = unknown_share;  ///< variance within settings; NaN if no setting is repeated
  double variance = 0;           ///< of a single experiment's metric: what the shares are of
  std::size_t cells = 0;         ///< grid: settings of the complete product
  std::size_t filled = 0;        ///< grid: of these, settings without results, filled in by the effects of the others
  int replicates = 1;            ///< grid: seeds of most settings; forest: trees
};

}  // namespace icsweep
