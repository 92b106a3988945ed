#include "tasks/algebra/decompositions.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

namespace icsweep {
namespace {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXcd;
using Eigen::VectorXd;

constexpr double rounding = 1e-12;

MatrixXd some(int rows, int columns) {
  return MatrixXd::NullaryExpr(rows, columns, [](auto i, auto j) { return std::sin(1.0 + (3 + j) * i + 2 * j); });
}
MatrixXd positive(int n) {
  const MatrixXd a = some(n, n);
  return a * a.transpose() + MatrixXd::Identity(n, n);
}

TEST(Decompositions, EigenvaluesOfARotationAreItsPhases) {
  const double angle = 0.3;
  MatrixXd rotation(2, 2);
  rotation << std::cos(angle), -std::sin(angle), std::sin(angle), std::cos(angle);
  for (const auto& value : eigenvalues(rotation)) EXPECT_NEAR(std::abs(std::arg(value)), angle, rounding);
}

TEST(Decompositions, SpectrumGivesTheMatrixBack) {
  const MatrixXd a = positive(5);
  const auto [values, vectors] = symmetric_spectrum(a);
  EXPECT_NEAR((vectors * values.asDiagonal() * vectors.transpose() - a).norm(), 0, rounding * 100);
  EXPECT_NEAR((values - symmetric_eigenvalues(a)).norm(), 0, rounding * values[4]);
}

TEST(Decompositions, SymmetricEigenvaluesAscendAndSumToTheTrace) {
  const VectorXd values = symmetric_eigenvalues(positive(5));
  for (int k = 1; k < 5; ++k) EXPECT_LE(values[k - 1], values[k]);
  EXPECT_NEAR(values.sum(), positive(5).trace(), rounding * values[4]);
}

TEST(Decompositions, FactorsMultiplyToTheMatrix) {
  const MatrixXd a = some(4, 4), q = orthogonal_factor(a), r = q.transpose() * a;
  EXPECT_NEAR((q.transpose() * q - MatrixXd::Identity(4, 4)).norm(), 0, rounding);
  for (int i = 0; i < 4; ++i) EXPECT_GT(r(i, i), 0);
  const MatrixXd tall = some(6, 3), upper = triangular_factor(tall);
  EXPECT_NEAR((upper.transpose() * upper - tall.transpose() * tall).norm(), 0, rounding);
  EXPECT_EQ(upper(2, 0), 0);
  const MatrixXd l = cholesky_factor(positive(4));
  EXPECT_NEAR((l * l.transpose() - positive(4)).norm(), 0, rounding * 100);
}

TEST(Decompositions, UnitaryFactorHasPositiveDiagonal) {
  MatrixXcd a(3, 3);
  a.real() = some(3, 3), a.imag() = some(4, 3).bottomRows(3);
  const MatrixXcd q = unitary_factor(a), r = q.adjoint() * a;
  EXPECT_NEAR((q.adjoint() * q - MatrixXcd::Identity(3, 3)).norm(), 0, rounding);
  for (int i = 0; i < 3; ++i) {
    EXPECT_GT(r(i, i).real(), 0);
    EXPECT_NEAR(r(i, i).imag(), 0, rounding);
  }
}

TEST(Decompositions, SolutionsSatisfyTheirEquations) {
  const MatrixXd a = positive(4), b = some(4, 2);
  EXPECT_NEAR((a * solve_spd(a, b) - b).norm(), 0, rounding * 100);
  EXPECT_NEAR((a * solve_spd(a, VectorXd(b.col(0))) - b.col(0)).norm(), 0, rounding * 100);
  const MatrixXd tall = some(7, 3), c = some(7, 1);
  const VectorXd x = least_squares(tall, VectorXd(c.col(0)));
  EXPECT_NEAR((tall.transpose() * (tall * x - c)).norm(), 0, rounding * 100);
  EXPECT_NEAR((least_squares(tall, c) - x).norm(), 0, rounding * 100);
  EXPECT_NEAR((pseudo_inverse(tall) * c - x).norm(), 0, rounding * 100);
}

TEST(Decompositions, LeastSquaresOfLowRankHasTheLeastNorm) {
  const MatrixXd ones = MatrixXd::Ones(2, 3);
  EXPECT_EQ(pivoted_rank(ones), 1);
  EXPECT_NEAR((least_squares(ones, VectorXd(VectorXd::Constant(2, 3.0))) - VectorXd::Ones(3)).norm(), 0, rounding);
}

TEST(Decompositions, SingularValuesDescendAndGiveTheMatrixBack) {
  MatrixXd a = some(5, 3);
  a.col(2) = a.col(0) + a.col(1);
  const SingularValues svd = singular_value_decomposition(a);
  EXPECT_EQ(svd.rank, 2);
  EXPECT_NEAR((svd.u * svd.values.asDiagonal() * svd.v.transpose() - a).norm(), 0, rounding);
  EXPECT_NEAR((singular_values(a) - svd.values).norm(), 0, rounding);
}

}  // namespace
}  // namespace icsweep
