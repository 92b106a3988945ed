// Results of experiments by setting: what functional ANOVA and PED-ANOVA read.
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
  bool ordered = true;  ///< whether its levels ascend: numbers, not texts
};

/// Settings in any order, each once. A setting's results are those of its seeds, in the seeds' order.
struct Observations {
  std::vector<Factor> factors{};
  std::vector<int> levels{};          ///< settings × factors: which level of each factor, from 0
  std::vector<std::size_t> first{0};  ///< settings + 1: where a setting's results begin
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

/// Puts the numbers into another order by Fisher's and Yates's exchanges.
inline void shuffle(std::vector<std::uint32_t>& numbers, std::mt19937_64& random) {
  for (std::size_t i = numbers.size(); i > 1; --i) std::swap(numbers[i - 1], numbers[random() % i]);
}

}  // namespace icsweep
