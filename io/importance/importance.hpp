// Shares of a metric's variance over a sweep, by axis, and the axes that determine the best settings.
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
  double share = 0;          ///< of the variance of a single experiment's metric; may be below 0 because of noise
  double low = unknown_share, high = unknown_share;  ///< 95 % interval of the share; NaN if unknown
};

enum class VarianceMethod { grid, forest };

/// Shares of main effects, pairs, rest and seeds add up to 1.
struct Decomposition {
  VarianceMethod method = VarianceMethod::grid;
  std::vector<EffectShare> effects{};  ///< main effects in the factors' order, then pairs
  /// Grid: interactions of three factors and more, and noise if there is one seed. Forest: also the part that the trees
  /// do not resolve, and noise if no setting is repeated.
  double rest = 0;
  double seeds = unknown_share;  ///< variance within settings; NaN if no setting is repeated
  double variance = 0;           ///< of a single experiment's metric; the shares refer to it
  std::size_t cells = 0;         ///< grid: cells of the product
  std::size_t filled = 0;        ///< grid: cells without results, filled in from the others' effects
  int replicates = 1;            ///< grid: seeds of most settings; forest: number of trees
};

// Shares of a sweep that is a product of its axes, with or without seeds.
//
// Each value of an axis has the same weight. If every cell of the product has a result, the marginal means are those of
// the cells, and the decomposition is exact. A forest would not see a third of the cells of a small grid.
//
// A cell without a result gets the value of main effects and pairs fitted to the others by least squares (Healy and
// Westmacott 1956: the value that agrees with its own fit). With two factors, pairs are saturated and only main effects
// are fitted.
//
// The s-th seeds of all settings form a replicate of the table. Replicates remove the noise from the shares and give
// their error (effects.hpp), even if a seed's noise is common to many settings. With one seed the shares contain noise;
// the part beyond pairs bounds it from above and gives the error.

/// Nothing if less than half of the product's cells have results, or if a single factor has many values with one result
/// each: a forest then smooths.
std::optional<Decomposition> grid_variance(const Observations& observations);

// Shares of a sweep that is not a product of its axes, such as random draws: functional ANOVA of regression trees
// (Hutter, Hoos and Leyton-Brown 2014).
//
// A tree is constant on boxes, so its marginal means are exact sums over its leaves. Each value of an axis has the same
// weight; for draws this is their own distribution. The paper takes the variance of each tree, which contains the noise
// that the tree was fitted to. Here the settings are divided at random into thirds: trees f and g grow on two of them,
// and the third one, C, corrects what they miss:
//   V_e = E[f_e g_e] + mean over C of (y − f(x)) g_e(x) + (y − g(x)) f_e(x)
// If the axes are drawn independently, the expectation is E[y_e²] − E[(y_e − f_e)(y_e − g_e)]. Noise cancels, so the
// share of an axis without influence is zero up to its error. Of what trees do not resolve only the square is lost, to
// the rest.
//
// Each third is C once, and V_e is the mean over several divisions. Its squared error is the sum of those of the
// residuals' mean over all settings, 4 E[(y − f)(y − g) f_e g_e] / n, of a single division's V_e, and of the variance
// of y.

/// Needs three settings. The result is deterministic.
Decomposition forest_variance(const Observations& observations);

/// Uses grid_variance() if the settings are at least half of a product, otherwise forest_variance(). Needs a factor,
/// two settings, and a variance above zero.
Decomposition decompose(const Observations& observations);

/// PED-ANOVA: the axes that determine whether a setting is among the best (Watanabe, Bansal and Hutter 2023). For each
/// factor, it compares the distribution q of its values among the best settings with p, that among all:
///   D = Σ_b p_b (q_b / p_b − 1)²,
/// minus its expectation (B − 1) (n − m) / (m (n − 1)) for m settings chosen at random from n. Bins b are the factor's
/// values; many values are merged into the most equal bins that m can fill. The paper smooths by kernels, which values
/// of a grid do not need.
struct BestPart {
  std::size_t best = 0, settings = 0;  ///< m and n; m = 0: there are no best settings
  std::vector<double> divergences{};   ///< D of each factor
  std::vector<double> shares{};        ///< of the sum of all positive D; all 0 if no D is positive
  std::vector<double> errors{};        ///< standard error of each share: jackknife over twenty groups of settings
};

/// The best settings by their mean over seeds: the share `part` in (0, 1), at least four, and all that tie with the
/// last. No setting counts as best if that is more than half of all settings and more than `part`.
BestPart best_part(const Observations& observations, double part, bool largest);

}  // namespace icsweep
