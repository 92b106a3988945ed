#include "io/importance/importance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>

#include "io/importance/observations.hpp"
#include "io/importance/tree_effects.hpp"

namespace icsweep {
namespace {

using Reals = std::vector<double>;
using Numbers = std::vector<std::uint32_t>;

constexpr int most_bins = 32;              // of a factor with more levels
constexpr std::size_t most_leaves = 4096;  // of a tree, approximately

int bins_of(const Factor& factor) {
  return std::min(factor.levels, most_bins);
}

/// The bin of a level. Bins hold equally many levels, to within one.
std::uint8_t bin_of(const Factor& factor, int level) {
  return std::uint8_t(std::int64_t(level) * bins_of(factor) / factor.levels);
}

/// The share of levels in each bin.
std::vector<Reals> bin_weights(const Observations& o) {
  std::vector<Reals> weights;
  for (const auto& factor : o.factors) {
    auto& own = weights.emplace_back(std::size_t(bins_of(factor)), 0.0);
    for (int level = 0; level < factor.levels; ++level) own[bin_of(factor, level)] += 1.0 / factor.levels;
  }
  return weights;
}

/// Predictions of a tree that was fitted to some settings.
struct Tree {
  Reals effects;    // by bin
  Reals residuals;  // by setting: the result minus the prediction; 0 for settings of the fit
};

/// Grows trees on parts of the settings.
class Forest {
 public:
  Forest(const Observations& o, const Reals& means) : o_(o), means_(means), space_(bin_weights(o)) {
    bins_.resize(o.levels.size());
    for (std::size_t at = 0; at < bins_.size(); ++at)
      bins_[at] = bin_of(o.factors[at % o.factors.size()], o.levels[at]);
  }

  const EffectSpace& space() const { return space_; }

  /// A tree fitted to the settings order[begin] … order[end − 1].
  Tree tree(const Numbers& order, std::size_t begin, std::size_t end) const {
    Numbers settings(order.begin() + long(begin), order.begin() + long(end));
    TreeRows rows;
    std::vector<BinOrder> bin_order, place;
    for (std::size_t i = 0; i < o_.factors.size(); ++i) {
      rows.bins.push_back(int(space_.levels(i)));
      bin_order.push_back(order_of(i, settings));
      place.emplace_back(bin_order[i].size());
      for (std::size_t b = 0; b < bin_order[i].size(); ++b) place[i][bin_order[i][b]] = std::uint8_t(b);
    }
    for (const std::uint32_t s : settings) rows.values.push_back(means_[s]);
    settings.insert(settings.end(), order.begin(), order.begin() + long(begin));
    settings.insert(settings.end(), order.begin() + long(end), order.end());
    rows.bin_of.reserve(bins_.size());
    for (const std::uint32_t s : settings)
      for (std::size_t i = 0; i < o_.factors.size(); ++i) rows.bin_of.push_back(place[i][bin(s, i)]);
    TreeEffects effects(space_, bin_order);
    Tree tree{{}, Reals(o_.settings(), 0.0)};
    grow_tree(rows, std::max<std::size_t>(1, (end - begin) / most_leaves), [&](const Leaf& leaf) {
      effects.add(leaf);
      for (const std::uint32_t row : leaf.others) tree.residuals[settings[row]] = means_[settings[row]] - leaf.value;
    });
    tree.effects = effects.take();
    return tree;
  }

  /// Adds, for each effect e of two trees at a setting x, (y − f(x)) g_e(x) + (y − g(x)) f_e(x) to `sums`, and the
  /// product of both terms to `products`.
  void add_residuals(std::uint32_t setting, const Tree& f, const Tree& g, Reals& sums, Reals& products) const {
    const double rest_f = f.residuals[setting], rest_g = g.residuals[setting];
    const auto add = [&](std::size_t effect, std::size_t at) {
      const double a = rest_f * g.effects[at], b = rest_g * f.effects[at];
      sums[effect] += a + b;
      products[effect] += a * b;
    };
    const std::size_t factors = space_.factors();
    for (std::size_t i = 0; i < factors; ++i) add(i, space_.offset(i) + bin(setting, i));
    for (std::size_t p = 0; p < space_.pairs().size(); ++p) {
      const auto [i, j] = space_.pairs()[p];
      add(factors + p, space_.offset(factors + p) + bin(setting, i) * space_.levels(j) + bin(setting, j));
    }
  }

 private:
  std::size_t bin(std::uint32_t setting, std::size_t factor) const {
    return bins_[setting * o_.factors.size() + factor];
  }

  /// The order of a factor's bins for a tree: numbers ascending, texts by their mean. With that order, the best split
  /// of texts into two groups is a cut between neighbours.
  BinOrder order_of(std::size_t factor, std::span<const std::uint32_t> settings) const {
    BinOrder order(space_.levels(factor));
    std::iota(order.begin(), order.end(), std::uint8_t{0});
    if (o_.factors[factor].ordered) return order;
    Reals sum(order.size(), 0.0), count(order.size(), 0.0);
    for (const std::uint32_t s : settings) {
      sum[bin(s, factor)] += means_[s];
      count[bin(s, factor)] += 1;
    }
    const auto mean = [&](std::uint8_t b) { return count[b] > 0 ? sum[b] / count[b] : 0; };
    std::stable_sort(order.begin(), order.end(), [&](std::uint8_t a, std::uint8_t b) { return mean(a) < mean(b); });
    return order;
  }

  const Observations& o_;
  const Reals& means_;
  EffectSpace space_;
  std::vector<std::uint8_t> bins_;  // settings × factors
};

/// Number of divisions of the settings into thirds; larger if settings are few.
std::size_t divisions_for(std::size_t settings) {
  return std::clamp<std::size_t>(200'000 / settings, 3, 40);
}

/// Variance of a single experiment, each setting counting once; its part within settings; the squared relative error of
/// the variance between settings.
struct Variances {
  double total = 0, within = unknown_share, uncertainty = 0;
};
Variances variances_of(const Observations& o, const Reals& means) {
  double mean = 0, between = 0, fourth = 0, total = 0, squares = 0, freedom = 0;
  const double settings = double(o.settings());
  for (const double m : means) mean += m / settings;
  for (std::size_t s = 0; s < o.settings(); ++s) {
    const double square = (means[s] - mean) * (means[s] - mean);
    between += square / settings;
    fourth += square * square / settings;
    double own = 0;
    for (const double y : o.of(s)) own += (y - means[s]) * (y - means[s]);
    total += own / double(o.of(s).size()) / settings;
    squares += own;
    freedom += double(o.of(s).size() - 1);
  }
  const double total_variance = between + total;
  return {total_variance, freedom > 0 ? squares / freedom : unknown_share,
          (fourth - between * between) / (total_variance * total_variance * settings)};
}

}  // namespace

Decomposition forest_variance(const Observations& o) {
  const Reals means = o.means();
  const Forest forest(o, means);
  const EffectSpace& space = forest.space();
  const std::size_t divisions = divisions_for(o.settings()), n = o.settings(), count = space.effects();
  Numbers order(n);
  std::iota(order.begin(), order.end(), 0u);
  std::mt19937_64 random(36);
  Reals sum(count, 0.0), squares(count, 0.0), products(count, 0.0);
  for (std::size_t division = 0; division < divisions; ++division) {
    shuffle(order, random);
    const std::array<std::size_t, 4> cuts{0, n / 3, 2 * n / 3, n};
    std::array<Tree, 3> trees;
    for (std::size_t t = 0; t < 3; ++t) trees[t] = forest.tree(order, cuts[t], cuts[t + 1]);
    Reals once(count, 0.0);
    for (std::size_t t = 0; t < 3; ++t) {
      const Tree &f = trees[(t + 1) % 3], &g = trees[(t + 2) % 3];
      const Reals both = space.products(f.effects, g.effects);
      Reals rest(count, 0.0);
      for (std::size_t at = cuts[t]; at < cuts[t + 1]; ++at) forest.add_residuals(order[at], f, g, rest, products);
      for (std::size_t e = 0; e < count; ++e) once[e] += (both[e] + rest[e] / double(cuts[t + 1] - cuts[t])) / 3;
    }
    for (std::size_t e = 0; e < count; ++e) sum[e] += once[e], squares[e] += once[e] * once[e];
  }
  const Variances v = variances_of(o, means);
  const double times = double(divisions);
  Decomposition d{.method = VarianceMethod::forest, .seeds = v.within / v.total, .variance = v.total};
  d.replicates = int(3 * divisions);
  d.rest = 1 - (std::isnan(d.seeds) ? 0 : d.seeds);
  for (std::size_t e = 0; e < count; ++e) {
    const double between = std::max(0.0, squares[e] - sum[e] * sum[e] / times) / (times - 1);
    const double within = 4 * std::max(0.0, products[e]) / (times * double(n) * double(n));
    const double share = sum[e] / times / v.total;
    const double error = std::sqrt((between + within) / (v.total * v.total) + share * share * v.uncertainty);
    d.effects.push_back({space.factors_of(e), share, share - 1.96 * error, share + 1.96 * error});
    d.rest -= d.effects.back().share;
  }
  return d;
}

}  // namespace icsweep
