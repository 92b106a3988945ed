#include "tasks/universality/causal_descent.hpp"

#include <Eigen/Core>
#include <cmath>

#include "io/base/error.hpp"

#include "tasks/algebra/decompositions.hpp"

namespace icsweep {

Eigen::MatrixXd gram_matrix(Kernel kernel, const Tokens& x) {
  Eigen::MatrixXd g = x * x.transpose();
  if (kernel != Kernel::id) g = g.array().exp();
  return g;
}

Kernel kernel_of(const std::string& name) {
  if (name == "id") return Kernel::id;
  if (name == "exp") return Kernel::exp;
  if (name == "softmax") return Kernel::softmax;
  throw Error(ErrorKind::config, "kernel = \"" + name + "\": use id, exp or softmax");
}

double kernel_of_norm(Kernel kernel, double norm) {
  return kernel == Kernel::id ? norm * norm : std::exp(norm * norm);
}

double step_unit(Kernel kernel, double norm) {
  return kernel == Kernel::softmax ? 1 : 1 / kernel_of_norm(kernel, norm);
}

CausalDescent::CausalDescent(Kernel kernel, const Tokens& tokens)
    : CausalDescent(kernel, tokens.topRows(tokens.rows() - 1), tokens.bottomRows(tokens.rows() - 1)) {}

CausalDescent::CausalDescent(Kernel kernel, const Tokens& keys, Tokens next) : next_(std::move(next)) {
  a_ = gram_matrix(kernel, keys).triangularView<Eigen::Lower>();
  if (kernel == Kernel::softmax) a_.array().colwise() /= a_.rowwise().sum().array().eval();
  pull_ = a_.triangularView<Eigen::StrictlyLower>() * next_;
}

Tokens CausalDescent::limit() const {
  return a_.triangularView<Eigen::Lower>().solve(pull_);
}

void CausalDescent::step(double eta, Tokens& u) const {
  const Tokens pushed = a_.triangularView<Eigen::Lower>() * u;
  u -= eta * (pushed - pull_);
}

Tokens CausalDescent::after(int n, double eta, Tokens u) const {
  for (int k = 0; k < n; ++k) step(eta, u);
  return u;
}

std::optional<int> CausalDescent::least_stable_row() const {
  if (a_.rows() == 1) return std::nullopt;
  Eigen::Index row;
  a_.diagonal().tail(a_.rows() - 1).maxCoeff(&row);
  return int(row) + 1;
}

Eigen::MatrixXd contraction(const Eigen::MatrixXd& w, const Eigen::RowVectorXd& x) {
  return w - (w * x.transpose()) * x / x.squaredNorm();
}

double linear_radius(const Eigen::MatrixXd& w, const Eigen::RowVectorXd& x) {
  return eigenvalues(contraction(w, x)).cwiseAbs().maxCoeff();
}

double period_radius(Kernel kernel, const Tokens& period) {
  const Eigen::MatrixXd g = gram_matrix(kernel, period);
  const Eigen::MatrixXd solved = g.triangularView<Eigen::Lower>().solve(g);
  return eigenvalues(Eigen::MatrixXd(Eigen::MatrixXd::Identity(g.rows(), g.cols()) - solved)).cwiseAbs().maxCoeff();
}

/// The Cholesky factor of K_T + λI contains the factors of all K_t + λI. Its row t left of the diagonal is
/// L_{t−1}⁻¹k_t. So one factor and one substitution serve every t.
Tokens kernel_ridge(Kernel kernel, const Tokens& tokens, double lambda) {
  const Eigen::Index T = tokens.rows() - 1;
  Eigen::MatrixXd gram = gram_matrix(kernel, tokens.topRows(T));
  gram.diagonal().array() += lambda;
  const Eigen::MatrixXd factor = cholesky_factor(gram);
  const Tokens solved = factor.triangularView<Eigen::Lower>().solve(tokens.bottomRows(T));
  return factor.triangularView<Eigen::StrictlyLower>() * solved;
}

}  // namespace icsweep
