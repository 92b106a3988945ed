#include "tasks/universality/causal_descent.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

namespace icsweep {
namespace {

Tokens drawn(int tokens, int dim) {
  RandomStream random(3, Purpose::check, 0);
  return draw_sequence({.instance = 1, .dim = dim, .noise = 0.1}, tokens, random).tokens;
}

/// k_tᵀ(K_{t−1} + λI)⁻¹Y_{t−1}, with a separate solution for each t.
TEST(KernelRidge, IsTheRegressionOfEachPrefix) {
  const Tokens tokens = drawn(9, 4);
  for (const Kernel kernel : {Kernel::id, Kernel::exp})
    for (const double lambda : {1e-3, 1.0}) {
      const Tokens predicted = kernel_ridge(kernel, tokens, lambda);
      ASSERT_EQ(predicted.rows(), 8);
      EXPECT_EQ(predicted.row(0).norm(), 0);
      for (Eigen::Index t = 1; t < 8; ++t) {
        const Eigen::MatrixXd gram = gram_matrix(kernel, tokens.topRows(t + 1));
        const Eigen::MatrixXd penalised = gram.topLeftCorner(t, t) + lambda * Eigen::MatrixXd::Identity(t, t);
        const Eigen::RowVectorXd expected =
            gram.row(t).head(t) * penalised.fullPivLu().solve(Eigen::MatrixXd(tokens.middleRows(1, t)));
        EXPECT_LT((predicted.row(t) - expected).norm(), 1e-9 / lambda * 1e-2) << "t = " << t << ", lambda = " << lambda;
      }
    }
}

/// W = YᵀX(XᵀX + λI)⁻¹, the form with one matrix of the tokens' dimension.
TEST(KernelRidge, OfTheKernelIdIsRidgeRegression) {
  const Tokens tokens = drawn(12, 3);
  const double lambda = 0.1;
  const Tokens predicted = kernel_ridge(Kernel::id, tokens, lambda);
  for (Eigen::Index t = 1; t < 11; ++t) {
    const Eigen::MatrixXd x = tokens.topRows(t), y = tokens.middleRows(1, t);
    const Eigen::MatrixXd square = x.transpose() * x + lambda * Eigen::MatrixXd::Identity(3, 3);
    const Eigen::MatrixXd w = y.transpose() * x * square.inverse();
    EXPECT_LT((predicted.row(t).transpose() - w * tokens.row(t).transpose()).norm(), 1e-12) << t;
  }
}

TEST(KernelRidge, OfSoftmaxIsThatOfExp) {
  const Tokens tokens = drawn(6, 2);
  EXPECT_EQ(kernel_ridge(Kernel::softmax, tokens, 0.5), kernel_ridge(Kernel::exp, tokens, 0.5));
}

}  // namespace
}  // namespace icsweep
