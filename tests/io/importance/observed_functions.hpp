// Observations of known functions.
#pragma once

#include <algorithm>
#include <functional>
#include <random>
#include <set>

#include "io/importance/observations.hpp"

namespace icsweep {

/// The value at a setting's coordinates, for a seed.
using ObservedFunction = std::function<double(const std::vector<double>&, int seed)>;

/// Centres of n equal parts of [low, high].
inline double midpoint(int level, int levels, double low, double high) {
  return low + (high - low) * (level + 0.5) / levels;
}

/// All settings of a product of levels; coordinates are the levels' numbers. `has` selects the existing experiments.
inline Observations observe_grid(const std::vector<int>& levels, int seeds, const ObservedFunction& f,
                                 const std::function<bool(std::size_t, int)>& has = {}) {
  Observations o;
  std::size_t cells = 1;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    o.factors.push_back({{"x" + std::to_string(i)}, levels[i], true});
    cells *= std::size_t(levels[i]);
  }
  for (std::size_t cell = 0; cell < cells; ++cell) {
    std::vector<int> own(levels.size());
    for (std::size_t i = levels.size(), rest = cell; i-- > 0; rest /= std::size_t(levels[i]))
      own[i] = int(rest % std::size_t(levels[i]));
    const std::vector<double> x(own.begin(), own.end());
    for (int seed = 0; seed < seeds; ++seed)
      if (!has || has(cell, seed)) o.results.push_back(f(x, seed));
    if (o.results.size() == o.first.back()) continue;
    o.first.push_back(o.results.size());
    o.levels.insert(o.levels.end(), own.begin(), own.end());
  }
  return o;
}

/// Independent draws in [0, 1), each with a level of its own.
inline Observations observe_draws(std::size_t factors, std::size_t settings, std::mt19937_64& random,
                                  const std::function<double(const std::vector<double>&)>& f, int seeds = 1,
                                  double noise = 0) {
  std::vector<std::vector<double>> x(settings, std::vector<double>(factors));
  for (auto& setting : x)
    for (double& coordinate : setting) coordinate = double(random() >> 11) * 0x1p-53;
  Observations o;
  o.levels.resize(settings * factors);
  for (std::size_t i = 0; i < factors; ++i) {
    std::vector<double> sorted;
    for (const auto& setting : x) sorted.push_back(setting[i]);
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t s = 0; s < settings; ++s)
      o.levels[s * factors + i] = int(std::lower_bound(sorted.begin(), sorted.end(), x[s][i]) - sorted.begin());
    o.factors.push_back({{"x" + std::to_string(i)}, int(settings), true});
  }
  std::normal_distribution<double> normal;
  for (const auto& setting : x) {
    for (int seed = 0; seed < seeds; ++seed) o.results.push_back(f(setting) + (noise > 0 ? noise * normal(random) : 0));
    o.first.push_back(o.results.size());
  }
  return o;
}

}  // namespace icsweep
