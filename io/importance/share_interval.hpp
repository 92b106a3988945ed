// 95 % intervals of variance shares whose effects contain noise.
#pragma once

#include <limits>
#include <vector>

namespace icsweep {

/// An effect of the mean over replicates.
struct NoisyEffect {
  double squared = 0;  ///< E[f_e²], which contains noise
  double noise = 0;    ///< expectation of `squared` if the effect were zero, from the effect's spread over replicates
  double freedom = 1;  ///< degrees of freedom of the effect: (L_i − 1) or (L_i − 1)(L_j − 1)
};

/// The noise of all effects together.
struct CommonNoise {
  double replicates = 1;   ///< R; with 1 the effects' own noise is unknown
  double each = 0;         ///< expected noise per degree of freedom of an effect, from all settings
  double freedom = 0;      ///< degrees of freedom of `each`, in addition to the effect's own
  double total = 0;        ///< variance of a single experiment; shares refer to it
  double seeds_error = 0;  ///< standard error of the variance within settings
};

struct ShareInterval {
  double low = std::numeric_limits<double>::quiet_NaN(), high = low;
};

/// Intervals that contain the share for 95 of 100 effects. Let τ be the noise per degree of freedom (an effect's own,
/// weighted with the common one), N its degrees of freedom, q Student's quantile of N, and F the quantile of d·F(d, N).
/// The variance of an effect with d degrees of freedom and square S is between
///   (√max(0, S − τ (F − q²)) − q √τ)²  and  (√max(0, S − τ (d − 1)) + q √τ)²,
/// since the root of a noncentral χ² has the same spread for every centre. The lower bound is 0 unless a test at 2.5 %
/// finds the effect. Shares combine this with the interval of the remaining variance by the squares of their distances
/// (Zou and Donner 2008). NaN if the noise has no degree of freedom.
std::vector<ShareInterval> share_intervals(const std::vector<NoisyEffect>& effects, const CommonNoise& common);

}  // namespace icsweep
