#include "io/importance/grid_variance.hpp"

#include <algorithm>
#include <cmath>

#include "io/importance/marginal_sums.hpp"

namespace icsweep {
namespace {

using Reals = std::vector<double>;

constexpr int longest_single_axis = 12;  // values of a single unreplicated factor that are shown as a grid

/// The largest R such that at least half of the settings have R results.
int replicates_of(const Observations& o) {
  std::vector<std::size_t> counts;
  for (std::size_t s = 0; s < o.settings(); ++s) counts.push_back(o.of(s).size());
  const auto middle = counts.begin() + long(counts.size() / 2);
  std::nth_element(counts.begin(), middle, counts.end());
  return int(*middle);
}

/// Tables of settings, one a replicate. A setting with more results puts several into one, evenly; one with fewer gets
/// its mean, moved by the replicates' common differences.
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
  double noise = 0;         // of a setting's mean, in the mean over settings, of that of complete ones
};

/// Fills the cells that have no value by the least-squares fit to the others, first of main effects, then of pairs.
void fill(const Product& product, const EffectSpace& space, const std::vector<std::size_t>& missing, Reals& table) {
  if (missing.empty()) return;
  double sum = 0, largest = 0;
  for (const double v : table) sum += v, largest = std::max(largest, std::abs(v));  // missing ones are 0
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

/// Shares of one table without replicates: the mean square beyond pairs bounds the noise.
void decompose_one(const EffectSpace& space, const Reals& effects, double variance, double cells, Decomposition& d) {
  const Reals raw = space.products(effects, effects);
  double beyond = variance, freedom = cells - 1;
  for (std::size_t e = 0; e < raw.size(); ++e) beyond -= raw[e], freedom -= space.degrees_of_freedom(e);
  const double noise = freedom >= 1 ? std::max(0.0, beyond) / freedom : unknown_share;  // for one degree of freedom
  for (std::size_t e = 0; e < raw.size(); ++e) {
    const double df = space.degrees_of_freedom(e);
    d.effects.push_back({space.factors_of(e), raw[e] / variance,
                         std::sqrt(df * df * noise * noise + 4 * raw[e] * noise + 2 * df * noise * noise) / variance});
  }
  d.variance = variance;
}

/// Shares of replicated tables, each given on all cells. What was filled in has no noise: `within` makes up for that in
/// variances within cells, `of_mean` in those of their means.
void decompose_all(const EffectSpace& space, const std::vector<Reals>& effects, const std::vector<Reals>& tables,
                   const Reals& mean, double within, double of_mean, Decomposition& d) {
  const double count = double(tables.size());
  double noise = 0, seeds = 0;  // of the mean table, within cells
  for (const auto& table : tables) {
    Reals rest = table;
    double shift = 0;
    for (std::size_t cell = 0; cell < rest.size(); ++cell) {
      rest[cell] -= mean[cell];
      shift += rest[cell] / double(rest.size());
    }
    const double spread = variance_of(rest);
    noise += of_mean * spread / (count * (count - 1));
    seeds += (within * spread + shift * shift) / (count - 1);
  }
  d.variance = variance_of(mean) - noise + seeds;
  for (std::size_t e = 0; const auto& v : replicated_variances(space, effects, of_mean))
    d.effects.push_back({space.factors_of(e++), v.variance / d.variance, v.error / d.variance});
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
    const double within = double(product.cells) * (replicates - 1) / double(by_setting.present);
    decompose_all(space, effects, tables, mean, within, within * by_setting.noise, d);
  }
  d.rest = 1 - (std::isnan(d.seeds) ? 0 : d.seeds);
  for (const auto& effect : d.effects) d.rest -= effect.share;
  return d;
}

}  // namespace icsweep
