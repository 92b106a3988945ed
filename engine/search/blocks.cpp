#include "engine/search/blocks.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "engine/search/score.hpp"
#include "io/quantile.hpp"

namespace icsweep {
namespace {

/// Tells whether one setting is clearly worse than another by their first `block` experiments.
class Comparison {
 public:
  Comparison(const RaceRules& rules, std::size_t rung, std::size_t block) : rules_(rules), rung_(rung), block_(block) {}

  bool is_clearly_worse(const std::vector<Entrant>& a, const std::vector<Entrant>& b) {
    std::vector<double> worse;
    for (std::size_t m = 0; m < std::min({block_, a.size(), b.size()}); ++m)
      if (a[m].rungs.size() > rung_ && b[m].rungs.size() > rung_)
        worse.push_back(rules_.largest ? b[m].rungs[rung_] - a[m].rungs[rung_] : a[m].rungs[rung_] - b[m].rungs[rung_]);
    if (worse.size() < 2) return false;
    const double count = double(worse.size());
    double mean = 0, squares = 0;
    for (const double w : worse) mean += w / count;
    for (const double w : worse) squares += (w - mean) * (w - mean);
    return mean > quantile(worse.size()) * std::sqrt(squares / (count - 1) / count);
  }

 private:
  double quantile(std::size_t count) {
    const auto [at, fresh] = quantiles_.try_emplace(count);
    if (fresh) at->second = student_quantile(double(count - 1), rules_.confidence);
    return at->second;
  }

  const RaceRules& rules_;
  std::size_t rung_, block_;
  std::map<std::size_t, double> quantiles_{};  // by number of differences
};

}  // namespace

bool race_in_blocks(const RaceRules& rules, std::size_t rung, std::size_t keep,
                    const std::vector<std::vector<Entrant>>& entrants, bool all_have_come, std::vector<Racer>& racers) {
  std::size_t all = 0;
  for (const Racer& racer : racers) all = std::max(all, entrants[racer.setting].size());
  for (std::size_t block = rules.first_members; block < all; ++block) {
    bool decides = all_have_come;
    std::vector<std::pair<Placed, Racer*>> order;
    for (Racer& racer : racers) {
      if (racer.left) continue;
      racer.due = std::min(block, entrants[racer.setting].size());
      racer.leads = false;
      const Score score = score_of(entrants[racer.setting], rung, block);
      racer.left = score.kind == Score::Kind::none;
      decides &= score.kind != Score::Kind::unknown;
      if (score.kind == Score::Kind::known) order.push_back({{score.mean, racer.setting}, &racer});
    }
    const IsBetter is_better{rules.largest};
    std::sort(order.begin(), order.end(), [&](const auto& a, const auto& b) { return is_better(a.first, b.first); });
    for (std::size_t place = 0; place < std::min(keep, order.size()); ++place) order[place].second->leads = true;
    if (!decides) return false;
    Comparison comparison(rules, rung, block);
    for (std::size_t place = keep; place < order.size(); ++place)
      order[place].second->left =
          comparison.is_clearly_worse(entrants[order[place].first.setting], entrants[order[keep - 1].first.setting]);
  }
  for (Racer& racer : racers)
    if (!racer.left) racer.due = entrants[racer.setting].size(), racer.leads = false;
  return true;
}

}  // namespace icsweep
