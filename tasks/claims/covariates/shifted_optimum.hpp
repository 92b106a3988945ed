// One layer of linear shifted attention for linear regression, w ~ N(0, I), x ~ N(0, I), y = ⟨w, x⟩ + η. At position t
// of examples + 1 it predicts ŷ_t = γ c_t Σ_{j<t} ⟨x_t, x_j⟩ y_j, trained on the error at all positions together
// [covariates §3.1, §4].
#pragma once

#include <Eigen/Core>

namespace icsweep {

enum class ShiftedScale { sum, mean };      ///< c_t = 1 or 1/t
enum class OwnToken { left_out, printed };  ///< eq 1's last term adds γ c_t ⟨x_t, x_t⟩ y_{t−1}

struct ShiftedModel {
  int dim, examples;
  double noise;  ///< σ
  ShiftedScale scale;
  OwnToken own = OwnToken::left_out;

  double factor(int t) const { return scale == ShiftedScale::sum ? 1 : 1.0 / t; }  ///< c_t
};

/// The best γ and its errors: E(ŷ_t − ⟨w, x_t⟩)² at t = examples + 1, and the mean over t = 1 … examples + 1.
struct ShiftedOptimum {
  double step, last_index, mean;
};

/// E(ŷ_t − ⟨w, x_t⟩)² = d − 2γ c_t nd + γ² c_t² (d n(n+d+1+σ²) + own), n = t−1 examples, own = d(d+2)(d+σ²) if printed
/// and n > 0.
ShiftedOptimum shifted_optimum(const ShiftedModel& model);

/// Contribution of one prompt. x: (examples+1)×d, y: examples+1 labels with noise. derivative: d×d, half the derivative
/// of Σ_t (ŷ_t − ⟨w, x_t⟩)² by Γ at Γ = γI, where ŷ_t = c_t x_tᵀΓ(Σ_{j<t} y_j x_j + own x_t y_{t−1}). last_index, mean:
/// of the squared errors.
struct ShiftedSample {
  Eigen::MatrixXd derivative;
  double last_index, mean;
};
ShiftedSample shifted_sample(const ShiftedModel& model, double step, const Eigen::VectorXd& w, const Eigen::MatrixXd& x,
                             const Eigen::VectorXd& y);

}  // namespace icsweep
