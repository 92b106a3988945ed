// Marginal means of a table with a value for each cell of a product of levels, kept while single cells change.
#pragma once

#include <cstdint>
#include <vector>

#include "io/importance/effects.hpp"

namespace icsweep {

/// A product of levels. Cells are numbered row-major, the last factor fastest.
struct Product {
  std::vector<int> levels;
  std::size_t cells;

  /// The product, or one of 0 cells if it has more than `most`.
  Product(std::vector<int> levels_of_factors, std::size_t most);
  std::size_t cell(const int* levels_of_factors) const;
  void levels_of(std::size_t cell, std::vector<int>& answer) const;
};

class MarginalSums {
 public:
  /// The table: a value for each cell.
  MarginalSums(const Product& product, const EffectSpace& space, const std::vector<double>& table);

  /// Adds to the value of a cell, given by its levels.
  void add(const std::vector<int>& levels, double value);

  /// The value at a cell of E f + Σ f_i, and with `pairs` + Σ f_ij: the least-squares fit of these effects.
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
