#include "tasks/universality/kernel_ridge.hpp"

#include <Eigen/Core>

#include "tasks/algebra/decompositions.hpp"

namespace icsweep {

/// The Cholesky factor of K_T + λI contains the factors of all K_t + λI; its row t left of the diagonal is
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
