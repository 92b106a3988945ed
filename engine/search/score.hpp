// A setting's value at a rung, and the order of settings by it.
#pragma once

#include <cstddef>
#include <vector>

#include "engine/search/race.hpp"

namespace icsweep {

struct Score {
  enum class Kind { unknown, none, known } kind = Kind::unknown;
  double mean = 0;
};

/// Value of the first `count` experiments, by the rules of race.hpp.
Score score_of(const std::vector<Entrant>& members, RungIndex rung, std::size_t count);

/// A setting with its value at the rung that is being decided.
struct Placed {
  double mean;
  SettingIndex setting;
};

/// The order of settings; of equal values the first in the sweep is the better one.
struct IsBetter {
  bool largest;
  bool operator()(const Placed& a, const Placed& b) const {
    if (a.mean != b.mean) return largest ? a.mean > b.mean : a.mean < b.mean;
    return a.setting < b.setting;
  }
};

}  // namespace icsweep
