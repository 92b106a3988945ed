// PED-ANOVA: which axes decide whether a setting is among the best (Watanabe, Bansal and Hutter 2023).
#pragma once

#include <vector>

#include "io/importance/observations.hpp"

namespace icsweep {

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
