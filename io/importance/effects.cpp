#include "io/importance/effects.hpp"

#include <algorithm>
#include <cmath>

namespace icsweep {

EffectSpace::EffectSpace(std::vector<std::vector<double>> weights) : weights_(std::move(weights)), offsets_{0} {
  for (std::size_t i = 0; i < factors(); ++i) offsets_.push_back(offsets_.back() + levels(i));
  for (std::size_t i = 0; i < factors(); ++i)
    for (std::size_t j = i + 1; j < factors(); ++j) {
      pairs_.emplace_back(i, j);
      offsets_.push_back(offsets_.back() + levels(i) * levels(j));
    }
}

std::vector<int> EffectSpace::factors_of(std::size_t effect) const {
  if (effect < factors()) return {int(effect)};
  const auto [i, j] = pairs_[effect - factors()];
  return {int(i), int(j)};
}

double EffectSpace::degrees_of_freedom(std::size_t effect) const {
  double product = 1;
  for (const int factor : factors_of(effect)) product *= double(levels(std::size_t(factor))) - 1;
  return product;
}

double EffectSpace::center(std::vector<double>& m) const {
  double mean = 0;
  for (std::size_t l = 0; l < levels(0); ++l) mean += weights_[0][l] * m[l];
  for (std::size_t at = 0; at < offsets_[factors()]; ++at) m[at] -= mean;
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const auto [i, j] = pairs_[p];
    double* pair = &m[offsets_[factors() + p]];
    for (std::size_t l = 0; l < levels(i); ++l)
      for (std::size_t k = 0; k < levels(j); ++k)
        pair[l * levels(j) + k] -= mean + m[offsets_[i] + l] + m[offsets_[j] + k];
  }
  return mean;
}

std::vector<double> EffectSpace::products(const std::vector<double>& f, const std::vector<double>& g) const {
  std::vector<double> all(effects(), 0.0);
  for (std::size_t i = 0; i < factors(); ++i)
    for (std::size_t l = 0, at = offsets_[i]; l < levels(i); ++l, ++at) all[i] += weights_[i][l] * f[at] * g[at];
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    const auto [i, j] = pairs_[p];
    std::size_t at = offsets_[factors() + p];
    for (std::size_t l = 0; l < levels(i); ++l) {
      double row = 0;
      for (std::size_t k = 0; k < levels(j); ++k, ++at) row += weights_[j][k] * f[at] * g[at];
      all[factors() + p] += weights_[i][l] * row;
    }
  }
  return all;
}

std::vector<std::vector<double>> even_weights(const std::vector<int>& levels) {
  std::vector<std::vector<double>> weights;
  for (const int count : levels) weights.emplace_back(std::size_t(count), 1.0 / count);
  return weights;
}

std::vector<NoisyEffect> noisy_effects(const EffectSpace& space, const std::vector<std::vector<double>>& replicates,
                                       double lost) {
  const double count = double(replicates.size());
  std::vector<double> mean(space.size(), 0.0);
  for (const auto& f : replicates)
    for (std::size_t at = 0; at < mean.size(); ++at) mean[at] += f[at] / count;
  const std::vector<double> squared = space.products(mean, mean);
  std::vector<double> noise(squared.size(), 0.0);
  for (const auto& f : replicates) {
    std::vector<double> rest = f;
    for (std::size_t at = 0; at < rest.size(); ++at) rest[at] -= mean[at];
    const std::vector<double> own = space.products(rest, rest);
    for (std::size_t e = 0; e < noise.size(); ++e) noise[e] += lost * own[e] / (count * (count - 1));
  }
  std::vector<NoisyEffect> all;
  for (std::size_t e = 0; e < noise.size(); ++e) all.push_back({squared[e], noise[e], space.degrees_of_freedom(e)});
  return all;
}

}  // namespace icsweep
