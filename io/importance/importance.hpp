// Shares of a metric's variance over a sweep, by axis, and the axes that decide which settings are best.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "io/importance/observations.hpp"

namespace icsweep {

inline constexpr double unknown_share = std::numeric_limits<double>::quiet_NaN();

/// A main effect or a pair.
struct EffectShare {
  std::vector<int> factors;  ///< one or two, ascending
  double share = 0;          ///< of the variance of a single experiment's metric; noise may put it below 0
  double low = unknown_share, high = unknown_share;  ///< 95 % interval of the share; NaN if nothing tells it
};

enum class VarianceMethod { grid, forest };

/// Shares of mains, pairs, rest and seeds add up to 1.
struct Decomposition {
  VarianceMethod method = VarianceMethod::grid;
  std::vector<EffectShare> effects{};  ///< main effects in the factors' order, then pairs
  /// grid: interactions of three factors and more, with one seed also noise. forest: also what the trees do not
  /// resolve, and without repeated settings noise.
  double rest = 0;
  double seeds = unknown_share;  ///< variance within settings; NaN if no setting is repeated
  double variance = 0;           ///< of a single experiment's metric: what the shares are of
  std::size_t cells = 0;         ///< grid: settings of the complete product
  std::size_t filled = 0;        ///< grid: of these, settings without results, filled in by the effects of the others
  int replicates = 1;            ///< grid: seeds of most settings; forest: trees
};

// Variance shares of a sweep that is a product of its axes, with or without seeds.
//
// Each value of an axis counts the same. With a result in every cell of the product the marginal means are those of the
// cells, so the decomposition is exact: no model stands between the table and its shares, as a forest's would, which
// never sees a third of the cells of a small grid. A cell without a result gets the value of the main effects and pairs
// fitted to the others by least squares (Healy and Westmacott 1956: the value that agrees with its own fit); with two
// factors pairs are saturated and main effects serve. The s-th seed of each setting makes a replicate of the whole
// table, so that noise is taken out of the shares and gives their error (effects.hpp), also where a seed's noise is
// common to many settings. With one seed the shares contain noise; what lies beyond pairs is an upper bound for it
// and gives the error.

/// Nothing unless at least half of the product's cells have results, or if there is one result for each of many values
/// of a single factor: a forest then smoothes.
std::optional<Decomposition> grid_variance(const Observations& observations);

// Variance shares of a sweep that is no product of its axes, such as random draws: functional ANOVA of regression trees
// (Hutter, Hoos and Leyton-Brown 2014).
//
// A tree is constant on boxes, so its marginal means are sums over its leaves, exact, under the product measure in
// which each value of an axis counts the same (of draws: their own distribution). Where the paper takes the variance of
// each tree, which is also that of the noise it was fitted to, here the settings are divided at random into thirds,
// trees f and g grow on two of them, and the third one, C, corrects what they miss:
//   V_e = E[f_e g_e] + mean over C of (y − f(x)) g_e(x) + (y − g(x)) f_e(x)
// Where the axes are drawn independently of each other this is E[y_e²] − E[(y_e − f_e)(y_e − g_e)] in expectation:
// noise cancels, so that an axis without influence has a share of zero up to its error, and of what trees do not
// resolve only the square is lost, to the rest. Each third is C once, and V_e the mean over several divisions. Its
// squared error is that of the residuals' mean over all settings, 4 E[(y − f)(y − g) f_e g_e] / n, of a single
// division's V_e, and of the variance of y.

/// Needs three settings. The same observations give the same shares.
Decomposition forest_variance(const Observations& observations);

/// By the exact decomposition where the settings are at least half of a product (grid_variance.hpp), else by a forest
/// (forest_variance.hpp). Needs a factor and two settings, and a variance above zero.
Decomposition decompose(const Observations& observations);

/// For each factor, how far the distribution q of its values among the best settings is from that among all, p:
///   D = Σ_b p_b (q_b / p_b − 1)²,
/// less its expectation (B − 1) (n − m) / (m (n − 1)) if the m best of n settings were any m of them. Bins b are the
/// factor's values; of many values, as many bins of equally many values as m can fill. Where the paper smoothes by
/// kernels, values of a grid need none.
struct BestPart {
  std::size_t best = 0, settings = 0;  ///< m and n; m = 0: there is no such part
  std::vector<double> divergences{};   ///< D of each factor
  std::vector<double> shares{};        ///< of the sum of all positive D; all 0 if there is none
  std::vector<double> errors{};        ///< standard error of each share: jackknife over twenty groups of settings
};

/// The best settings by the mean over seeds: the share `part` in (0, 1), but four at least, and more if there are ties.
/// They are no part if they are then more than half of all, or than `part` if that is more.
BestPart best_part(const Observations& observations, double part, bool largest);

}  // namespace icsweep
