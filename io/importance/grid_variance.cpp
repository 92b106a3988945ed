#include "io/importance/importance.hpp"

#include <algorithm>
#include <cmath>

#include "io/importance/marginal_sums.hpp"

namespace icsweep {
namespace {

using Reals = std::vector<double>;

constexpr int longest_single_axis = 12;  // values of a single factor without replicates that still form a grid

/// The largest R such that at least half of the settings have R results.
int replicates_of(const Observations& o) {
  std::vector<std::size_t> counts;
  for (std::size_t s = 0; s < o.settings(); ++s) counts.push_back(o.of(s).size());
  const auto middle = counts.begin() + long(counts.size() / 2);
  std::nth_element(counts.begin(), middle, counts.end());
  return int(*middle);
}

/// Tables of settings, one per replicate. A setting with more results averages several per table; one with fewer gets
/// its mean, shifted by the replicates' common differences.
struct Replicates {
  Replicates(const Observations& o, int count) : tables(std::size_t(count), Reals(o.settings(), 0.0)) {
    const auto r = std::size_t(count);
    std::vector<std::size_t> complete;
    for (std::size_t s = 0; s < o.settings(); ++s) {
      const auto results = o.of(s);
      present += std::min(results.size(), r) - 1;
      noise += double(r) / double(std::min(results.size(), r)) / double(o.settings());
      if (results.size() < r) continue;
      complete.push_back(s);
      for (std::size_t k = 0; k < results.size(); ++k)
        tables[k % r][s] += results[k] / double((results.size() - k % r + r - 1) / r);
    }
    Reals shift(r, 0.0);
    double all = 0;
    for (std::size_t k = 0; k < r; ++k)
      for (const std::size_t s : complete) shift[k] += tables[k][s] / double(complete.size());
    for (const double m : shift) all += m / double(r);
    for (double& m : shift) m -= all;
    for (std::size_t s = 0; s < o.settings(); ++s) {
      const auto results = o.of(s);
      if (results.size() >= r) continue;
      double mean = 0;
      for (std::size_t k = 0; k < results.size(); ++k) mean += (results[k] - shift[k]) / double(results.size());
      for (std::size_t k = 0; k < r; ++k) tables[k][s] = k < results.size() ? results[k] : mean + shift[k];
    }
  }

  std::vector<Reals> tables;
  std::size_t present = 0;  // degrees of freedom within settings
  double noise = 0;         // noise of a setting's mean over that of a complete setting, averaged over settings
};

/// Fills empty cells by a least-squares fit to the others, first with main effects, then with pairs.
void fill(const Product& product, const EffectSpace& space, const std::vector<std::size_t>& missing, Reals& table) {
  if (missing.empty()) return;
  double sum = 0, largest = 0;
  for (const double v : table) sum += v, largest = std::max(largest, std::abs(v));  // missing values are 0
  for (const std::size_t cell : missing) table[cell] = sum / double(product.cells - missing.size());
  MarginalSums sums(product, space, table);
  std::vector<int> levels;
  const auto rounds = std::clamp<std::size_t>(20'000'000 / (missing.size() * space.effects()), 5, 500);
  double fitted_effects = 1;
  for (const bool pairs : {false, true}) {
    for (std::size_t e = pairs ? space.factors() : 0; e < (pairs ? space.effects() : space.factors()); ++e)
      fitted_effects += space.degrees_of_freedom(e);
    const double leverage = fitted_effects / double(product.cells);  // of each cell on its own fit
    if (leverage > 1 - 1e-9) break;
    double change = 1;
    for (std::size_t round = 0; round < rounds && change > 1e-12 * largest; ++round) {
      change = 0;
      for (const std::size_t cell : missing) {
        product.levels_of(cell, levels);
        const double step = (sums.fitted(levels, pairs) - table[cell]) / (1 - leverage);
        table[cell] += step;
        sums.add(levels, step);
        change = std::max(change, std::abs(step));
      }
    }
  }
}

double variance_of(const Reals& table) {
  double mean = 0, square = 0;
  for (const double v : table) mean += v / double(table.size());
  for (const double v : table) square += (v - mean) * (v - mean) / double(table.size());
  return square;
}

Reals effects_of(const Product& product, const EffectSpace& space, const Reals& table) {
  Reals effects = MarginalSums(product, space, table).means();
  space.center(effects);
  return effects;
}

/// Adds each effect's share without its noise, and its interval.
void add_shares(const EffectSpace& space, const std::vector<NoisyEffect>& effects, const CommonNoise& common,
                Decomposition& d) {
  const auto intervals = share_intervals(effects, common);
  for (std::size_t e = 0; e < effects.size(); ++e) {
    const double share = (effects[e].squared - effects[e].noise) / common.total;
    d.effects.push_back(
        {space.factors_of(e), share, std::min(intervals[e].low, share), std::max(intervals[e].high, share)});
  }
  d.variance = common.total;
}

/// Shares of one table without replicates. The mean square beyond pairs is an upper bound of the noise.
void decompose_one(const EffectSpace& space, const Reals& effects, double variance, double cells, Decomposition& d) {
  std::vector<NoisyEffect> raw;
  double beyond = variance, freedom = cells - 1;
  for (const double squared : space.products(effects, effects)) {
    raw.push_back({squared, 0, space.degrees_of_freedom(raw.size())});
    beyond -= squared, freedom -= raw.back().freedom;
  }
  CommonNoise common{.freedom = std::max(0.0, freedom), .total = variance};
  if (freedom >= 1) common.each = std::max(0.0, beyond) / freedom;
  common.seeds_error = common.each * std::sqrt(2 * common.freedom);
  add_shares(space, raw, common, d);
}

/// The spread of replicated tables about their mean.
struct Spread {
  double within = 0, alike = 0;  ///< variance within a setting, and of a replicate's common shift of all settings
  double error = 0;              ///< standard error of their sum

  Spread(const std::vector<Reals>& tables, const Reals& mean) {
    const double cells = double(mean.size()), freedom = double(tables.size()) - 1;
    Reals own(mean.size(), 0.0);
    for (const auto& table : tables) {
      double shift = 0;
      for (std::size_t cell = 0; cell < mean.size(); ++cell) shift += (table[cell] - mean[cell]) / cells;
      for (std::size_t cell = 0; cell < mean.size(); ++cell)
        own[cell] += (table[cell] - mean[cell] - shift) * (table[cell] - mean[cell] - shift) / freedom;
      alike += shift * shift / freedom;
    }
    for (const double v : own) within += v / cells;
    const double normal = 2 * within * within / (cells * freedom),
                 measured = variance_of(own) / std::max(1.0, cells - 1);
    error = std::sqrt(std::max(normal, measured) + 2 * alike * alike / freedom);
  }
};

constexpr double most_common_freedom = 4;  // larger values mislead if settings differ in noise

/// Shares of replicated tables, which have values in all cells. Filled cells have no noise: `within` corrects variances
/// within cells for that, and `of_mean` those of their means.
void decompose_all(const EffectSpace& space, const std::vector<Reals>& effects, const std::vector<Reals>& tables,
                   const Reals& mean, const Replicates& by_setting, Decomposition& d) {
  const double count = double(tables.size()), cells = double(mean.size());
  const double within = cells * (count - 1) / double(by_setting.present), of_mean = within * by_setting.noise;
  const Spread spread(tables, mean);
  const double seeds = within * spread.within + spread.alike;
  const CommonNoise common{.replicates = count,
                           .each = of_mean * spread.within / (count * cells),
                           .freedom = std::min(most_common_freedom, (count - 1) * (cells - 1)),
                           .total = variance_of(mean) - of_mean * spread.within / count + seeds,
                           .seeds_error = within * spread.error};
  add_shares(space, noisy_effects(space, effects, of_mean), common, d);
  d.seeds = seeds / d.variance;
}

}  // namespace

std::optional<Decomposition> grid_variance(const Observations& o) {
  std::vector<int> level_counts;
  for (const auto& factor : o.factors) level_counts.push_back(factor.levels);
  const Product product(level_counts, 2 * o.settings());
  const int replicates = replicates_of(o);
  if (product.cells == 0 || (o.factors.size() == 1 && replicates == 1 && level_counts[0] > longest_single_axis))
    return std::nullopt;
  const EffectSpace space(even_weights(level_counts));
  const Replicates by_setting(o, replicates);
  std::vector<std::size_t> cells, missing;
  std::vector<bool> known(product.cells, false);
  for (std::size_t s = 0; s < o.settings(); ++s) {
    cells.push_back(product.cell(&o.levels[s * o.factors.size()]));
    known[cells.back()] = true;
  }
  for (std::size_t cell = 0; cell < product.cells; ++cell)
    if (!known[cell]) missing.push_back(cell);

  Reals mean(product.cells, 0.0);
  std::vector<Reals> tables(std::size_t(replicates), Reals(product.cells, 0.0)), effects;
  for (std::size_t r = 0; r < tables.size(); ++r)
    for (std::size_t s = 0; s < o.settings(); ++s) {
      tables[r][cells[s]] = by_setting.tables[r][s];
      mean[cells[s]] += by_setting.tables[r][s] / double(replicates);
    }
  fill(product, space, missing, mean);
  Decomposition d{.cells = product.cells, .filled = missing.size(), .replicates = replicates};
  if (replicates == 1) {
    decompose_one(space, effects_of(product, space, mean), variance_of(mean), double(product.cells), d);
  } else {
    for (auto& table : tables) {
      for (const std::size_t cell : missing) table[cell] = mean[cell];
      effects.push_back(effects_of(product, space, table));
    }
    decompose_all(space, effects, tables, mean, by_setting, d);
  }
  d.rest = 1 - (std::isnan(d.seeds) ? 0 : d.seeds);
  for (const auto& effect : d.effects) d.rest -= effect.share;
  return d;
}

}  // namespace icsweep
