// A network of relu2's form trained on one prompt's examples, a baseline of Garg et al. 2022.
#pragma once

#include <Eigen/Core>
#include <span>

#include "models/aligned.hpp"
#include "models/kernels/adam.hpp"
#include "tasks/regression/prompts.hpp"

namespace icsweep {

/// Width and rate are those of the published code of Garg et al. 2022. That code takes 100 steps on all examples at
/// once, which is five times faster. On 300 prompts of relu2, d = 10, 40 examples its error was 1.36, and this one's
/// 1.29. More than 1000 steps did not help.
struct NetworkSettings {
  int hidden = 100;
  int steps = 1000;
  int batch = 10;  ///< examples per step, drawn anew without replacement; at most all
  double learning_rate = 5e-3;
};

/// f(x) = w₂ᵀ max(0, W₁x + b₁) + b₂ in double precision.
class TwoLayerNetwork {
 public:
  /// Starts as PyTorch's nn.Linear: weights and biases uniform on ±1/√(inputs).
  TwoLayerNetwork(int dim, int hidden, RandomStream& random);

  double value(const Eigen::VectorXd& x) const;

  /// Mean of (f(x) − y)² over the batch, x: (d + 1)×B with ones in the last row, y: B. Computes its gradient for
  /// gradient().
  double loss(const Eigen::MatrixXd& x, const Eigen::VectorXd& y);

  void step(const AdamSettings& adam);  ///< with the gradient of the last loss()

  /// W₁ and b₁ as hidden×(d + 1), column by column, then w₂ and b₂.
  std::span<double> parameters() { return theta_; }
  std::span<const double> gradient() const { return gradient_; }

 private:
  int hidden_, inputs_;  // inputs_: d + 1
  long steps_ = 0;
  AlignedVector<double> theta_, gradient_, first_, second_;
  Eigen::MatrixXd active_, backward_;  // max(0, ·) and its gradient: hidden×B
};

/// ŷ_t of a network trained from scratch on the t − 1 earlier examples; 0 without examples. This is expensive, so only
/// the numbers of examples t − 1 in `examples` (each 0 … T − 1) are computed; other positions are NaN. Weights and
/// minibatches of each training come from the start of stream (seed, Purpose::baseline, index).
Eigen::VectorXd predict_network(const Prompt& prompt, std::span<const int> examples, const NetworkSettings& settings,
                                std::int64_t seed, std::uint64_t index);

}  // namespace icsweep
