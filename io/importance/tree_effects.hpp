// Marginal means of a regression tree.
#pragma once

#include "io/importance/effects.hpp"
#include "io/importance/regression_tree.hpp"

namespace icsweep {

/// Bins of a factor in the order that a tree uses.
using BinOrder = std::vector<std::uint8_t>;

/// Sums the effects of one tree over its leaves. A leaf adds the same value to all marginal means in a rectangle. Only
/// the corners are noted, and summed up at the end, so that a leaf costs a few additions per effect however many bins
/// it covers.
class TreeEffects {
 public:
  /// The arguments must outlive the object.
  TreeEffects(const EffectSpace& space, const std::vector<BinOrder>& order);

  void add(const Leaf& leaf);
  /// The effects by bin. Call it once.
  std::vector<double> take();

 private:
  void take_pair(std::size_t pair, std::vector<double>& means) const;

  const EffectSpace& space_;
  const std::vector<BinOrder>& order_;
  std::vector<std::vector<double>> up_to_;  // by factor: total weight before each place
  std::vector<std::size_t> at_;             // by effect: index of its corners
  std::vector<double> corners_, shares_;
};

}  // namespace icsweep
