// Predictions without a Transformer: ŷ_t from x_t and the t − 1 examples (x_i, y_i) before it, t = 1 … T
// [covariates-icl §4]. Each function returns ŷ: T, in double precision. n = t − 1 counts the examples; without examples
// every prediction is 0.
#pragma once

#include <Eigen/Core>

#include "tasks/regression/prompts.hpp"

namespace icsweep {

/// 0 everywhere.
Eigen::VectorXd predict_zero(const Prompt& prompt);

/// ŵᵀx_t, ŵ = (1/n) Σ y_i x_i.
Eigen::VectorXd predict_averaging(const Prompt& prompt);

/// Mean label of the `neighbours` examples nearest to x_t, or of all examples if there are fewer.
Eigen::VectorXd predict_nearest(const Prompt& prompt, int neighbours = 3);

/// ŵᵀx_t, ŵ the least-norm solution of min_w ‖y − Xw‖², without intercept. Valid for n < d, n = d and n > d, and for
/// linearly dependent examples. Computes one complete orthogonal factorisation per t.
Eigen::VectorXd predict_least_squares(const Prompt& prompt);

/// ŵᵀx_t, ŵ = argmin_w ‖y − Xw‖² + penalty ‖w‖², penalty ≥ 0; 0 is least squares. With w ~ N(0, I) and penalty = noise²
/// no prediction of a noisy linear function has a smaller expected error.
Eigen::VectorXd predict_ridge(const Prompt& prompt, double penalty);

/// ŵᵀx_t, ŵ = lasso() of the earlier examples. Throws Error(numeric).
Eigen::VectorXd predict_lasso(const Prompt& prompt, double alpha);

/// Posterior mean of a Gaussian process with the arc-cosine kernel of degree 1 (Cho and Saul 2009),
///   k(x, x') = (1/π)|x||x'|(sin θ + (π − θ) cos θ), θ the angle between x and x', k(x, x) = |x|²,
/// and noise² on its diagonal. k is the covariance of relu2's functions at any hidden width, so no prediction that is
/// linear in the labels has a smaller expected error. Adding 1e-10 k(x, x) to the diagonal separates repeated points.
Eigen::VectorXd predict_gaussian_process(const Prompt& prompt, double noise);

/// argmin_w (1/2n)‖y − Xw‖² + α‖w‖₁, α > 0, given gram = XᵀX/n and moment = Xᵀy/n. Coordinate descent from `start`,
/// with Newton's steps between its sweeps. The conditions for a minimum hold up to 1e-10 max|moment|. Throws
/// Error(numeric) if they cannot be met.
Eigen::VectorXd lasso(const Eigen::MatrixXd& gram, const Eigen::VectorXd& moment, double alpha, Eigen::VectorXd start);

}  // namespace icsweep
