// Chance that is the same with every compiler and standard library.
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace icsweep {

/// Puts the numbers into another order by Fisher's and Yates's exchanges.
inline void shuffle(std::vector<std::uint32_t>& numbers, std::mt19937_64& random) {
  for (std::size_t i = numbers.size(); i > 1; --i) std::swap(numbers[i - 1], numbers[random() % i]);
}

}  // namespace icsweep
