// Results of experiments by setting: the input of functional ANOVA and PED-ANOVA.
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace icsweep {

/// An axis of a sweep: one parameter, or several that always change together.
struct Factor {
  std::vector<std::string> parameters{};
  int levels = 0;       ///< distinct values
  bool ordered = true;  ///< true for numbers, whose levels ascend; false for texts
};

/// Each setting once, in any order. Its results are those of its seeds, in the seeds' order.
struct Observations {
  std::vector<Factor> factors{};
  std::vector<int> levels{};          ///< settings × factors: level of each factor, from 0
  std::vector<std::size_t> first{0};  ///< settings + 1: index of a setting's first result
  std::vector<double> results{};      ///< finite

  std::size_t settings() const { return first.size() - 1; }
  int level(std::size_t setting, std::size_t factor) const { return levels[setting * factors.size() + factor]; }
  std::span<const double> of(std::size_t setting) const {
    return {results.data() + first[setting], first[setting + 1] - first[setting]};
  }
  /// The mean result of each setting.
  std::vector<double> means() const {
    std::vector<double> all(settings(), 0.0);
    for (std::size_t s = 0; s < all.size(); ++s)
      for (const double y : of(s)) all[s] += y / double(of(s).size());
    return all;
  }
};

/// Shuffles the numbers (Fisher and Yates). The order is the same with every compiler and standard library.
inline void shuffle(std::vector<std::uint32_t>& numbers, std::mt19937_64& random) {
  for (std::size_t i = numbers.size(); i > 1; --i) std::swap(numbers[i - 1], numbers[random() % i]);
}

}  // namespace icsweep
