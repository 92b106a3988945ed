#include "io/importance/tree_effects.hpp"

namespace icsweep {

TreeEffects::TreeEffects(const EffectSpace& space, const std::vector<BinOrder>& order)
    : space_(space), order_(order), up_to_(space.factors()) {
  for (std::size_t i = 0; i < space.factors(); ++i) {
    up_to_[i] = {0};
    for (const std::uint8_t bin : order[i]) up_to_[i].push_back(up_to_[i].back() + space.weights(i)[bin]);
    at_.push_back(corners_.size());
    corners_.resize(corners_.size() + space.levels(i) + 1);
  }
  for (const auto& [i, j] : space.pairs()) {
    at_.push_back(corners_.size());
    corners_.resize(corners_.size() + (space.levels(i) + 1) * (space.levels(j) + 1));
  }
  shares_.resize(space.factors());
}

void TreeEffects::add(const Leaf& leaf) {
  double share = 1;
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    shares_[i] = up_to_[i][leaf.high[i]] - up_to_[i][leaf.low[i]];
    share *= shares_[i];
  }
  for (std::size_t i = 0; i < shares_.size(); ++i) {
    const double part = leaf.value * share / shares_[i];
    corners_[at_[i] + leaf.low[i]] += part;
    corners_[at_[i] + leaf.high[i]] -= part;
  }
  for (std::size_t p = 0; p < space_.pairs().size(); ++p) {
    const auto [i, j] = space_.pairs()[p];
    const double part = leaf.value * share / (shares_[i] * shares_[j]);
    const std::size_t width = space_.levels(j) + 1, at = at_[space_.factors() + p];
    double *low = &corners_[at + leaf.low[i] * width], *high = &corners_[at + leaf.high[i] * width];
    low[leaf.low[j]] += part;
    low[leaf.high[j]] -= part;
    high[leaf.low[j]] -= part;
    high[leaf.high[j]] += part;
  }
}

std::vector<double> TreeEffects::take() {
  std::vector<double> means(space_.size(), 0.0);
  for (std::size_t i = 0; i < space_.factors(); ++i) {
    double sum = 0;
    for (std::size_t b = 0; b < space_.levels(i); ++b)
      means[space_.offset(i) + order_[i][b]] = sum += corners_[at_[i] + b];
  }
  for (std::size_t p = 0; p < space_.pairs().size(); ++p) take_pair(p, means);
  space_.center(means);
  return means;
}

void TreeEffects::take_pair(std::size_t p, std::vector<double>& means) const {
  const auto [i, j] = space_.pairs()[p];
  const std::size_t width = space_.levels(j) + 1, at = at_[space_.factors() + p];
  std::vector<double> above(width, 0.0);
  for (std::size_t b = 0; b < space_.levels(i); ++b) {
    double row = 0;
    for (std::size_t c = 0; c < space_.levels(j); ++c) {
      row += corners_[at + b * width + c];
      above[c] += row;
      means[space_.offset(space_.factors() + p) + order_[i][b] * space_.levels(j) + order_[j][c]] = above[c];
    }
  }
}

}  // namespace icsweep
