#include "engine/search/score.hpp"

#include <algorithm>
#include <cmath>

namespace icsweep {

Score score_of(const std::vector<Entrant>& members, RungIndex rung, std::size_t count) {
  double sum = 0, known = 0;
  bool unknown = false;
  for (std::size_t m = 0; m < std::min(count, members.size()); ++m) {
    const Entrant& e = members[m];
    if (e.rungs.size() > rung.value()) {
      sum += e.rungs[rung.value()];
      ++known;
    } else if (e.outcome == Outcome::diverged) {
      return {Score::Kind::none};
    } else {
      unknown |= e.outcome == Outcome::pending || e.outcome == Outcome::pruned || e.outcome == Outcome::done;
    }
  }
  if (unknown) return {};
  const double mean = sum / known;
  if (!std::isfinite(mean)) return {Score::Kind::none};
  return {Score::Kind::known, mean};
}

}  // namespace icsweep
