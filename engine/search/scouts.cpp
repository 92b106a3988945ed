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

double scouts_share_of_budget(const Search::Rules& rules, std::size_t settings, std::size_t members, double look) {
  const double n = double(settings), others = double(members) - 1;
  const double again = rules.at_rung == AtRung::restarts ? 1 : 1 - look;  // of a scout that goes to the end
  const double ahead =
      rules.at_rung == AtRung::continues ? n : n * look + double(scouts_to_end(rules, settings)) * again;
  return (ahead + double(std::min(rules.keep, settings)) * others) / (n * double(members));
}

}  // namespace icsweep
