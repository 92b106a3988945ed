// Properties of positional weights on restricted contexts λ = e^{iθ/μ}, d = 1 [autoregressive-icl §5.3, eq 7].
#pragma once

#include <Eigen/Core>

namespace icsweep {

/// P, T_max×T_max: p_t of row r in column t − 1. Without `last`, p_T is omitted: the lower triangle of Figure 6.
Eigen::MatrixXd positions_of(const Eigen::MatrixXd& w, bool last);

/// Share (R²) of the variance of P's lower triangle, rows first … T − 2, that the means of its diagonals explain.
double diagonal_invariance(const Eigen::MatrixXd& positions, int first);

/// Number of sign changes between neighbours.
int zero_crossings(const Eigen::VectorXd& row);

/// Half the Hessian of eq 7, T×T: μ sin(4(t' − t)π/μ)/(4π(t' − t)), 1 on the diagonal [Prop 7].
Eigen::MatrixXd restricted_hessian(int length, double mu);

/// p pᵀ of the sinusoidal encoding of Vaswani et al. (2017), T×T: Σ_k cos((t − t') 10000^{−2k/width}), k < width/2.
Eigen::MatrixXd cosine_gram(int length, int width);

}  // namespace icsweep
