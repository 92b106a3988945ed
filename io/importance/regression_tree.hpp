// A regression tree on binned factors (CART: Breiman, Friedman, Olshen and Stone 1984).
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace icsweep {

/// The rows that a tree is fitted to. Bins ascend with the factor.
struct TreeRows {
  std::vector<int> bins{};             ///< number of bins of each factor, at most 255
  std::vector<std::uint8_t> bin_of{};  ///< rows × factors
  std::vector<double> values{};        ///< of the first rows; the tree is not fitted to the rows after them
};

/// A box of bins low ≤ bin < high in each factor, and the mean of its rows.
struct Leaf {
  std::span<const std::uint8_t> low, high;
  double value;
  std::span<const std::uint32_t> others;  ///< rows in the box that the tree was not fitted to
};

/// Grows a tree. Each box is cut where the sum of squared errors decreases most, midway between the neighbouring
/// occupied bins, as long as both sides have `smallest` rows; of equal cuts the first is taken. Calls `visit` for each
/// leaf; together the leaves tile the product of all bins.
void grow_tree(const TreeRows& rows, std::size_t smallest, const std::function<void(const Leaf&)>& visit);

}  // namespace icsweep
