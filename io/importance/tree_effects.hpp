// Marginal means of a regression tree.
#pragma once

#include "io/importance/effects.hpp"
#include "io/importance/regression_tree.hpp"

namespace icsweep {

/// Bins of a factor in the order in which a tree sees them.
using BinOrder = std::vector<std::uint8_t>;

/// The effects of one tree, gathered leaf by leaf. A leaf adds the same to all marginal means that it covers: what it
/// adds is noted at the corners of that rectangle and summed up at the end, so that a leaf costs a few additions for
/// each effect, however many bins it covers.
class TreeEffects {
 public:
  /// Both must outlive it.
  TreeEffects(const EffectSpace& space, const std::vector<BinOrder>& order);

  void add(const Leaf& leaf);
  /// The effects, by bin; to be called once.
  std::vector<double> take();

 private:
  void take_pair(std::size_t pair, std::vector<double>& means) const;

  const EffectSpace& space_;
  const std::vector<BinOrder>& order_;
  std::vector<std::vector<double>> up_to_;  // by factor: weight of the places before each
  std::vector<std::size_t> at_;             // by effect: where its corners begin
  std::vector<double> corners_, shares_;
};

}  // namespace icsweep
