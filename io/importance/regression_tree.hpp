// A regression tree on binned factors (CART: Breiman, Friedman, Olshen and Stone 1984).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace icsweep {

/// Rows that a tree is grown on. Bins ascend with the factor.
struct TreeRows {
  std::vector<int> bins{};             ///< of each factor, at most 255
  std::vector<std::uint8_t> bin_of{};  ///< rows × factors
  std::vector<double> values{};        ///< of the first rows; the tree does not learn from those behind them
};

/// A box of bins low ≤ bin < high in each factor, and the mean of the rows in it.
struct Leaf {
  std::span<const std::uint8_t> low, high;
  double value;
  std::span<const std::uint32_t> others;  ///< rows in the box from which the tree has not learnt
};

/// Grows a tree: each box is cut where that lowers the sum of squared errors most, in the middle between the occupied
/// bins beside the cut, as long as both sides have `smallest` rows; of equal cuts the first is taken. Calls `visit`
/// with each leaf; together they tile the product of all bins.
void grow_tree(const TreeRows& rows, std::size_t smallest, const std::function<void(const Leaf&)>& visit);

}  // namespace icsweep
