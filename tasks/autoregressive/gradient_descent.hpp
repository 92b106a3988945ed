// Baselines for in-context autoregression: gradient descent on the inner loss, and the least-squares floor.
#pragma once

#include <vector>

#include "tasks/autoregressive/autoregressive.hpp"

namespace icsweep {

/// Choice of the step size at position T, for gradient descent on the T−1 pairs seen so far.
enum class StepRule {
  constant,    ///< the same η at every position of every sequence
  scaled,      ///< η = c/(T−1)
  line_search  ///< exact minimiser of the inner loss along the gradient, at every step of every sequence
};

/// Positions first..last, counted from 1; position T predicts s_{T+1} from s_1 … s_T.
struct Positions {
  int first, last;
};

struct TunedDescent {
  double step;
  double mse;                        ///< mean of position_mse over the tuned positions
  std::vector<double> position_mse;  ///< all positions, at that step
};

/// Gradient descent W ← W − η∇L_T(W) from 0 on L_T(W) = ½Σ_{t<T}‖s_{t+1} − W s_t‖², for every position T of every
/// sequence. W is orthogonal, so after n steps the prediction error at position T is −W Π_k(I − η_k G_T) s_T with G_T =
/// Σ_{t<T} s_t s_tᵀ. Its square is Σ_i c_i Π_k(1 − η_k λ_i)², with G_T's spectrum λ_i and s_T's energies c_i along it.
/// Both are computed once.
class InnerDescent {
 public:
  /// Keeps `poll`, which all members call from time to time.
  explicit InnerDescent(const Sequences& sequences, Poll poll = {});

  /// Mean squared error over sequences and coordinates at each position 1 … length−1 after `steps` steps. `step` is η
  /// or c. The line search ignores it: its η_k = Σ m²λ²/Σ m²λ³, m = Π(1 − ηλ), minimises L_T along the gradient.
  std::vector<double> position_mse(int steps, StepRule rule, double step) const;

  /// Finds the step with the smallest mean error over `positions` by golden section; the error is convex in the step.
  TunedDescent tuned(int steps, StepRule rule, Positions positions) const;

 private:
  Poll poll_;
  int count_, positions_, dim_;
  double energy_;                               // ‖s_1‖²
  std::vector<double> eigenvalues_, energies_;  // count × positions × dim
};

/// Error of the minimum-norm least-squares fit at each position: the part of s_T outside the span of s_1 … s_{T−1}. No
/// predictor that is linear in the earlier tokens can do better.
std::vector<double> least_squares_position_mse(const Sequences& sequences, const Poll& poll = {});

/// Mean of an error by position over first … last.
double mean_over(const std::vector<double>& position_mse, Positions positions);

}  // namespace icsweep
