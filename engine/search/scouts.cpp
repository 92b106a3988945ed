#include "engine/search/scouts.hpp"

#include <algorithm>
#include <cmath>

namespace icsweep {

std::size_t scouts_to_end(const Search::Rules& rules, std::size_t settings) {
  return std::max(std::min(rules.keep, settings), (settings + 2) / 3);
}

double expected_at_end(double before, double at_look) {
  if (!(before > 0 && at_look > 0)) return at_look + 3 * (at_look - before);
  const double factor = at_look / before;
  return at_look * factor * factor * factor;
}

void choose_scouts(const Search::Rules& rules, std::size_t go_on,
                   const Indexed<SettingIndex, std::vector<Entrant>>& entrants, std::vector<Placed>& order) {
  const std::size_t by_value = go_on - go_on / 4;
  if (order.size() <= by_value) return;
  const IsBetter is_better{rules.largest};
  const auto at_end = [&](const Placed& p) {
    const std::vector<double>& rungs = entrants[p.setting][0].rungs;
    const double value = expected_at_end(rungs[rules.first().value() - 1], rungs[rules.first().value()]);
    return Placed{std::isfinite(value) ? value : rules.largest ? -HUGE_VAL : HUGE_VAL, p.setting};
  };
  std::sort(order.begin() + std::ptrdiff_t(by_value), order.end(),
            [&](const Placed& a, const Placed& b) { return is_better(at_end(a), at_end(b)); });
}

}  // namespace icsweep
