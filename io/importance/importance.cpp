#include "io/importance/importance.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "io/importance/observations.hpp"

namespace icsweep {
namespace {

using Reals = std::vector<double>;

constexpr std::size_t group_count = 20;  // of the jackknife
constexpr std::size_t fewest_best = 4;   // fewer have no meaningful distribution

/// Counts of settings by bin.
struct Counts {
  Reals all, best;

  explicit Counts(std::size_t bins) : all(bins, 0.0), best(bins, 0.0) {}
};

/// D of one factor, from its counts minus those of a group.
double divergence(const Counts& counts, const Counts& less) {
  double n = 0, m = 0, bins = 0, sum = 0;
  for (std::size_t b = 0; b < counts.all.size(); ++b) {
    n += counts.all[b] - less.all[b];
    m += counts.best[b] - less.best[b];
    bins += counts.all[b] > less.all[b];
  }
  if (m < 1 || m >= n) return 0;
  for (std::size_t b = 0; b < counts.all.size(); ++b) {
    const double p = (counts.all[b] - less.all[b]) / n, q = (counts.best[b] - less.best[b]) / m;
    if (p > 0) sum += (q - p) * (q - p) / p;
  }
  return sum - (bins - 1) * (n - m) / (m * (n - 1));
}

Reals shares_of(const Reals& divergences) {
  double sum = 0;
  for (const double d : divergences) sum += std::max(0.0, d);
  Reals shares;
  for (const double d : divergences) shares.push_back(sum > 0 ? std::max(0.0, d) / sum : 0);
  return shares;
}

/// Marks the settings that are among the best.
std::vector<bool> chosen(const Observations& o, double part, bool largest) {
  Reals means = o.means();
  if (largest)
    for (double& m : means) m = -m;
  Reals sorted = means;
  const auto asked = std::size_t(std::ceil(part * double(means.size())));
  const auto last = std::min(std::max(asked, fewest_best), means.size()) - 1;
  std::nth_element(sorted.begin(), sorted.begin() + long(last), sorted.end());
  std::vector<bool> best;
  for (const double m : means) best.push_back(m <= sorted[last]);
  return best;
}

/// The group of each setting, drawn at random because neighbours in a grid are alike. Sizes are equal to within one.
std::vector<std::size_t> groups_of(std::size_t settings) {
  std::vector<std::uint32_t> places(settings);
  std::iota(places.begin(), places.end(), 0u);
  std::mt19937_64 random(36);
  shuffle(places, random);
  std::vector<std::size_t> groups;
  for (const std::uint32_t place : places) groups.push_back(place % group_count);
  return groups;
}

}  // namespace

BestPart best_part(const Observations& o, double part, bool largest) {
  BestPart answer{.settings = o.settings()};
  const std::vector<bool> best = chosen(o, part, largest);
  const auto m = std::size_t(std::count(best.begin(), best.end(), true));
  if (double(m) > std::max(0.5, part) * double(o.settings()) || m == o.settings()) return answer;
  answer.best = m;
  const int most_bins = std::max(4, int(2 * std::cbrt(double(m))));
  const std::vector<std::size_t> groups = groups_of(o.settings());
  std::vector<Reals> without(group_count);  // by group left out: D of each factor
  for (std::size_t f = 0; f < o.factors.size(); ++f) {
    const int levels = o.factors[f].levels;
    const int bins = o.factors[f].ordered ? std::min(levels, std::max(most_bins, 12)) : levels;
    Counts all(static_cast<std::size_t>(bins));
    std::vector<Counts> group(group_count, all);
    for (std::size_t s = 0; s < o.settings(); ++s) {
      const auto bin = std::size_t(std::int64_t(o.level(s, f)) * bins / levels);
      for (Counts* c : {&all, &group[groups[s]]}) {
        c->all[bin] += 1;
        c->best[bin] += best[s];
      }
    }
    answer.divergences.push_back(divergence(all, Counts(all.all.size())));
    for (std::size_t g = 0; g < group_count; ++g) without[g].push_back(divergence(all, group[g]));
  }
  answer.shares = shares_of(answer.divergences);
  answer.errors.assign(answer.shares.size(), 0.0);
  Reals mean(answer.shares.size(), 0.0);
  for (auto& d : without) {
    d = shares_of(d);
    for (std::size_t f = 0; f < mean.size(); ++f) mean[f] += d[f] / double(group_count);
  }
  for (const auto& d : without)
    for (std::size_t f = 0; f < mean.size(); ++f) answer.errors[f] += (d[f] - mean[f]) * (d[f] - mean[f]);
  for (double& e : answer.errors) e = std::sqrt(e * double(group_count - 1) / double(group_count));
  return answer;
}

Decomposition decompose(const Observations& observations) {
  if (auto exact = grid_variance(observations)) return *std::move(exact);
  return forest_variance(observations);
}

}  // namespace icsweep
