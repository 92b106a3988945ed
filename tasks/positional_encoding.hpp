// Attention by position alone on restricted contexts λ = e^{iθ/μ}, d = 1 [autoregressive-icl §5.3, eq 7].
#pragma once

#include <Eigen/Core>

#include "tasks/autoregressive.hpp"

namespace icsweep {

/// m_k = mean over the sequences of Re λ^{2k}, k = 0 … lags − 1. They hold s_t = λ^{t−1} from s_1 = 1 at d = 1, at
/// least 2·lags − 1 positions.
Eigen::VectorXd even_moments(const Sequences& sequences, int lags, const Pause& pause = {});

/// The mean over T = 2 … T_max and over a sample of |Σ_t p_t λ^{2t−T} − λ^T|².
///
/// Weights are laid out by lag: w_k = p_{T−k}. Divided by λ^T the error is Σ_k w_k λ^{−2k} − 1, so that a row's loss is
/// wᵀMw − 2mᵀw + 1 with M_{kk'} = m_{|k−k'|}: exact for the sample, and the same M and m for every row. W: (T_max − 1)
/// × T_max; row r belongs to T = r + 2 and uses its lags 0 … r + 1, the others are 0.
class PositionalLoss {
 public:
  explicit PositionalLoss(const Eigen::VectorXd& moments);

  /// The loss, and its gradient in W.
  double evaluate(const Eigen::MatrixXd& w, Eigen::MatrixXd& gradient) const;
  int length() const { return int(moments_.size()); }  ///< T_max

 private:
  Eigen::VectorXd moments_;
  Eigen::MatrixXd toeplitz_, mask_;
};

/// P, T_max×T_max: p_t of row r in column t − 1. Without `last`, p_T is left out: what Figure 6 shows, a lower
/// triangle.
Eigen::MatrixXd positions_of(const Eigen::MatrixXd& w, bool last);

/// Share of the variance of P's lower triangle, rows first … T − 2, that its diagonals' means explain (R²).
double diagonal_invariance(const Eigen::MatrixXd& positions, int first);

/// Changes of sign between neighbours.
int zero_crossings(const Eigen::VectorXd& row);

/// Half the Hessian of eq 7, T×T: μ sin(4(t' − t)π/μ)/(4π(t' − t)), 1 on the diagonal [Prop 7].
Eigen::MatrixXd restricted_hessian(int length, double mu);

/// p pᵀ of the sinusoidal encoding of Vaswani et al. (2017), T×T: Σ_k cos((t − t') 10000^{−2k/width}), k < width/2.
Eigen::MatrixXd cosine_gram(int length, int width);

}  // namespace icsweep
