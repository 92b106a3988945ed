// Causal kernel descent [universality §4]: its iteration, its limit, the rates of the theorems, and kernel ridge
// regression beside it.
#pragma once

#include <optional>

#include "tasks/universality/recursion.hpp"

namespace icsweep {

/// k(x, y) = ⟨x, y⟩ or e^⟨x, y⟩; softmax is the latter with rows of A divided by their sum.
enum class Kernel { id, exp, softmax };
/// Throws Error(config) for an unknown name.
Kernel kernel_of(const std::string& name);
/// (k(x_t, x_s)) for all t and s; softmax as exp.
Eigen::MatrixXd gram_matrix(Kernel kernel, const Tokens& x);
/// k(x, x) for ‖x‖ = norm.
double kernel_of_norm(Kernel kernel, double norm);
/// η*/2 for tokens that all have this norm: 1/k(x_1, x_1), and 1 for softmax.
double step_unit(Kernel kernel, double norm);

/// Descent of one sequence. A is T×T and lower triangular, A_ts = k(x_t, x_s), s ≤ t; y_t = x_{t+1}:
///   u ← u − η(A u − (A − diag A) y)   [eq 7],    u* = A⁻¹(A − diag A) y   [Prop 2],    rows t = 1 … T
class CausalDescent {
 public:
  /// Tokens x_1 … x_{T+1}.
  CausalDescent(Kernel kernel, const Tokens& tokens);
  /// x_1 … x_T and any y_t in place of x_{t+1}.
  CausalDescent(Kernel kernel, const Tokens& keys, Tokens next);

  const Eigen::MatrixXd& matrix() const { return a_; }
  /// y: x_2 … x_{T+1}.
  const Tokens& next() const { return next_; }
  /// (A − diag A) y.
  const Tokens& pull() const { return pull_; }
  /// u*: solved by substitution.
  Tokens limit() const;
  /// One step of eq 7.
  void step(double eta, Tokens& u) const;
  /// u after n steps.
  Tokens after(int n, double eta, Tokens u) const;
  /// u = 0, the start of the descent.
  Tokens zero() const { return Tokens::Zero(next_.rows(), next_.cols()); }
  /// η*: the descent converges for 0 < η < η* = 2/max_t A_tt.
  double largest_step() const { return 2 / a_.diagonal().maxCoeff(); }
  /// Row that diverges first if any does, started from u = 0: the one with the largest A_tt of t = 2 … T, counted from
  /// 0 (row 1 is at its limit). In the end its error grows by |1 − ηA_tt| per step. Nothing for T = 1.
  std::optional<int> least_stable_row() const;

 private:
  Eigen::MatrixXd a_;
  Tokens next_, pull_;
};

/// W(I − xxᵀ/‖x‖²), whose powers Theorem 2 uses.
Eigen::MatrixXd contraction(const Eigen::MatrixXd& w, const Eigen::RowVectorXd& x);

/// ρ(W(I − xxᵀ/‖x‖²)): by Theorem 2 the error ‖u*_t − x_{t+1}‖² of instance 1 falls as ρ^{2t}.
double linear_radius(const Eigen::MatrixXd& w, const Eigen::RowVectorXd& x);

/// ρ(Π), Π the product of the projections I − ν_sν_s* of one period of tokens. By Theorem 4 the error of instance 3
/// falls by ρ² per period. On the span of the features Π is Gauss-Seidel's iteration I − L⁻¹G, G = (k(x_t, x_s)), L its
/// lower triangle with the diagonal. `kernel` softmax counts as exp, whose limit it shares.
double period_radius(Kernel kernel, const Tokens& period);

/// Kernel ridge regression of the next token, sequence by sequence: the reference for noisy recursions. Row t is
/// f_t(x_t) with f_t fitted to (x_s, x_{s+1}), s < t, under the penalty `lambda` > 0: k_tᵀ(K_{t−1} + λI)⁻¹Y_{t−1} with
/// K_{t−1} = (k(x_s, x_r))_{s,r<t}, k_t = (k(x_s, x_t))_{s<t}; 0 for t = 1. With the kernel id it is ridge regression,
/// W = YᵀX(XᵀX + λI)⁻¹; softmax counts as exp. tokens: x_1 … x_{T+1}. T³/3 + T²d multiply-adds.
Tokens kernel_ridge(Kernel kernel, const Tokens& tokens, double lambda);

}  // namespace icsweep
