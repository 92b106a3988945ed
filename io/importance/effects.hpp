// Functional ANOVA of a function on a product of factors: its main effects and pairs.
//
// Let x = (x_1, …, x_A), with independent factors, and level l of factor i with weight w_i(l). Then
//   M_i(l) = E[f | x_i = l],  M_ij(l, m) = E[f | x_i = l, x_j = m]      marginal means
//   f_i = M_i − E f,          f_ij = M_ij − f_i − f_j − E f             effects
// The variance of f is the sum of the effects' variances V_e = E[f_e²] and of those of three factors and more
// (Hoeffding 1948; Hutter, Hoos and Leyton-Brown 2014).
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "io/importance/share_interval.hpp"

namespace icsweep {

/// The layout of the numbers that describe all effects: factor 0, 1, …, then the pairs (0, 1), (0, 2), …, row-major.
class EffectSpace {
 public:
  /// weights: by factor and level; those of one factor add up to 1.
  explicit EffectSpace(std::vector<std::vector<double>> weights);

  std::size_t factors() const { return weights_.size(); }
  std::size_t levels(std::size_t factor) const { return weights_[factor].size(); }
  const std::vector<double>& weights(std::size_t factor) const { return weights_[factor]; }
  /// Number of main effects and pairs.
  std::size_t effects() const { return factors() + pairs_.size(); }
  const std::vector<std::pair<std::size_t, std::size_t>>& pairs() const { return pairs_; }
  /// The factors of an effect.
  std::vector<int> factors_of(std::size_t effect) const;
  /// (L_i − 1) or (L_i − 1)(L_j − 1).
  double degrees_of_freedom(std::size_t effect) const;

  /// Numbers of all effects, and the index of an effect's first number.
  std::size_t size() const { return offsets_.back(); }
  std::size_t offset(std::size_t effect) const { return offsets_[effect]; }

  /// Replaces the marginal means of a function by its effects; returns E f.
  double center(std::vector<double>& marginal_means) const;
  /// E[f_e g_e] for each effect e of two functions.
  std::vector<double> products(const std::vector<double>& f, const std::vector<double>& g) const;

 private:
  std::vector<std::vector<double>> weights_;
  std::vector<std::pair<std::size_t, std::size_t>> pairs_;
  std::vector<std::size_t> offsets_;  // effects + 1
};

/// Weights 1/L for each level, for factors with these numbers of levels.
std::vector<std::vector<double>> even_weights(const std::vector<int>& levels);

/// Squares and noise of the effects of f̄, the mean of R ≥ 2 noisy replicates f_r, each given by its effects. The
/// square is E[f̄_e²] and the noise in it s² = Σ_r E[(f_r − f̄)²] / (R (R − 1)). E[f̄_e²] − s² is the mean of E[f_r
/// f_r'] over r ≠ r', in which the noise cancels. `lost` multiplies s² if values were filled in.
std::vector<NoisyEffect> noisy_effects(const EffectSpace& space, const std::vector<std::vector<double>>& replicates,
                                       double lost);

}  // namespace icsweep
