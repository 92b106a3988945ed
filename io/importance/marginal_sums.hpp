// Marginal means of a table with one value per cell of a product of levels. They are updated when a cell changes.
#pragma once

#include <cstdint>
#include <vector>

#include "io/importance/effects.hpp"

namespace icsweep {

/// A product of levels. Cells are numbered row-major: the last factor varies fastest.
struct Product {
  std::vector<int> levels;
  std::size_t cells;

  /// The product; one of 0 cells if it has more than `most`.
  Product(std::vector<int> levels_of_factors, std::size_t most);
  std::size_t cell(const int* levels_of_factors) const;
  void levels_of(std::size_t cell, std::vector<int>& answer) const;
};

class MarginalSums {
 public:
  /// table: a value for each cell.
  MarginalSums(const Product& product, const EffectSpace& space, const std::vector<double>& table);

  /// Adds `value` to the cell with these levels.
  void add(const std::vector<int>& levels, double value);

  /// The least-squares fit of the main effects at a cell, E f + Σ f_i; with `pairs` also Σ f_ij.
  double fitted(const std::vector<int>& levels, bool pairs) const;

  /// Marginal means of all effects, for EffectSpace::center.
  std::vector<double> means() const;

 private:
  const Product& product_;
  const EffectSpace& space_;
  std::vector<double> sums_;
  double sum_ = 0;
};

}  // namespace icsweep
