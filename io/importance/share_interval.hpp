// 95 % intervals of variance shares whose effects were measured with noise.
#pragma once

#include <limits>
#include <vector>

namespace icsweep {

/// An effect of the mean over replicates.
struct NoisyEffect {
  double squared = 0;  ///< E[f_e²], which contains noise
  double noise = 0;    ///< its expectation if the effect were zero, from the spread of this effect over replicates
  double freedom = 1;  ///< numbers that are free in the effect: (L_i − 1) or (L_i − 1)(L_j − 1)
};

/// The noise of all effects together.
struct CommonNoise {
  double replicates = 1;   ///< R; with 1 the effects' own noise tells nothing
  double each = 0;         ///< expected noise per degree of freedom of an effect, from all settings
  double freedom = 0;      ///< degrees of freedom that `each` counts for beside an effect's own
  double total = 0;        ///< variance of a single experiment: shares are of it
  double seeds_error = 0;  ///< standard error of the variance within settings
};

struct ShareInterval {
  double low = std::numeric_limits<double>::quiet_NaN(), high = low;
};

/// Intervals that contain the share of 95 of 100 effects. With τ the noise per degree of freedom (an effect's own,
/// weighted with the common one), N its degrees of freedom, q Student's quantile of N and F the quantile of d·F(d, N),
/// the variance of an effect of d degrees of freedom and square S lies between
///   (√max(0, S − τ (F − q²)) − q √τ)²  and  (√max(0, S − τ (d − 1)) + q √τ)²,
/// since the root of a noncentral χ² has the same spread wherever its centre is. The lower bound is 0 unless a test
/// at 2.5 % finds the effect. Shares combine this with the interval of everything else by the squares of their
/// distances (Zou and Donner 2008). NaN without any degree of freedom for noise.
std::vector<ShareInterval> share_intervals(const std::vector<NoisyEffect>& effects, const CommonNoise& common);

}  // namespace icsweep
