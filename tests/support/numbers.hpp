// Literals of numbers: 3_job, 1_rank.
#pragma once

#include <ostream>

#include "engine/launch/core_allotment.hpp"
#include "io/base/index.hpp"

namespace icsweep {

constexpr ExperimentIndex operator""_experiment(unsigned long long number) {
  return ExperimentIndex(number);
}
constexpr JobIndex operator""_job(unsigned long long number) {
  return JobIndex(number);
}
constexpr Rank operator""_rank(unsigned long long number) {
  return Rank(int(number));
}
constexpr Host operator""_host(unsigned long long number) {
  return Host(int(number));
}
constexpr SettingIndex operator""_setting(unsigned long long number) {
  return SettingIndex(number);
}
constexpr RungIndex operator""_rung(unsigned long long number) {
  return RungIndex(number);
}

/// The host of each rank.
inline HostOfRank hosts(const std::vector<int>& numbers) {
  HostOfRank hosts;
  for (const int number : numbers) hosts.push_back(Host(number));
  return hosts;
}

/// For messages of failed expectations.
template <class Kind, class Number>
void PrintTo(const Index<Kind, Number>& index, std::ostream* out) {
  *out << index.value();
}

}  // namespace icsweep
