#include "io/importance/marginal_sums.hpp"

namespace icsweep {

Product::Product(std::vector<int> levels_of_factors, std::size_t most)
    : levels(std::move(levels_of_factors)), cells(1) {
  for (const int count : levels) {
    cells *= std::size_t(count);
    if (cells <= most) continue;
    cells = 0;
    return;
  }
}

std::size_t Product::cell(const int* of) const {
  std::size_t cell = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) cell = cell * std::size_t(levels[i]) + std::size_t(of[i]);
  return cell;
}

void Product::levels_of(std::size_t cell, std::vector<int>& answer) const {
  answer.resize(levels.size());
  for (std::size_t i = levels.size(); i-- > 0; cell /= std::size_t(levels[i]))
    answer[i] = int(cell % std::size_t(levels[i]));
}

MarginalSums::MarginalSums(const Product& product, const EffectSpace& space, const std::vector<double>& table)
    : product_(product), space_(space), sums_(space.size(), 0.0) {
  std::vector<int> levels;
  for (std::size_t cell = 0; cell < table.size(); ++cell) {
    product.levels_of(cell, levels);
    add(levels, table[cell]);
  }
}

void MarginalSums::add(const std::vector<int>& levels, double value) {
  const std::size_t factors = levels.size();
  sum_ += value;
  for (std::size_t i = 0; i < factors; ++i) sums_[space_.offset(i) + std::size_t(levels[i])] += value;
  std::size_t effect = factors;
  for (std::size_t i = 0; i < factors; ++i)
    for (std::size_t j = i + 1; j < factors; ++j, ++effect)
      sums_[space_.offset(effect) + std::size_t(levels[i] * product_.levels[j] + levels[j])] += value;
}

double MarginalSums::fitted(const std::vector<int>& levels, bool pairs) const {
  const std::size_t factors = levels.size();
  const double cells = double(product_.cells), a = double(factors);
  const auto mean_of = [&](std::size_t i) {
    return sums_[space_.offset(i) + std::size_t(levels[i])] * double(product_.levels[i]) / cells;
  };
  double mains = 0, both = 0;
  for (std::size_t i = 0; i < factors; ++i) mains += mean_of(i);
  if (!pairs) return mains - (a - 1) * sum_ / cells;
  std::size_t effect = factors;
  for (std::size_t i = 0; i < factors; ++i)
    for (std::size_t j = i + 1; j < factors; ++j, ++effect)
      both += sums_[space_.offset(effect) + std::size_t(levels[i] * product_.levels[j] + levels[j])] *
              double(product_.levels[i]) * double(product_.levels[j]) / cells;
  return both - (a - 2) * mains + (1 - a + a * (a - 1) / 2) * sum_ / cells;
}

std::vector<double> MarginalSums::means() const {
  std::vector<double> means = sums_;
  for (std::size_t effect = 0; effect < space_.effects(); ++effect) {
    double share = 1 / double(product_.cells);
    for (const int factor : space_.factors_of(effect)) share *= double(product_.levels[std::size_t(factor)]);
    const std::size_t end = effect + 1 < space_.effects() ? space_.offset(effect + 1) : space_.size();
    for (std::size_t at = space_.offset(effect); at < end; ++at) means[at] *= share;
  }
  return means;
}

}  // namespace icsweep
