#include "tasks/algebra/decompositions.hpp"

#include <Eigen/Dense>
#include <algorithm>

namespace icsweep {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXcd;
using Eigen::VectorXd;

VectorXcd eigenvalues(const MatrixXd& a) {
  return a.eigenvalues();
}

VectorXd symmetric_eigenvalues(const MatrixXd& a) {
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(a, Eigen::EigenvaluesOnly).eigenvalues();
}

Spectrum symmetric_spectrum(const MatrixXd& a) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(a);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

MatrixXd orthogonal_factor(const MatrixXd& a) {
  const Eigen::HouseholderQR<MatrixXd> qr(a);
  MatrixXd q = qr.householderQ();
  for (Eigen::Index j = 0; j < q.cols(); ++j)
    if (qr.matrixQR()(j, j) < 0) q.col(j) = -q.col(j);
  return q;
}

MatrixXcd unitary_factor(const MatrixXcd& a) {
  const Eigen::HouseholderQR<MatrixXcd> qr(a);
  MatrixXcd q = qr.householderQ();
  for (Eigen::Index j = 0; j < q.cols(); ++j) q.col(j) *= qr.matrixQR()(j, j) / std::abs(qr.matrixQR()(j, j));
  return q;
}

MatrixXd triangular_factor(const MatrixXd& a) {
  const Eigen::HouseholderQR<MatrixXd> qr(a);
  return qr.matrixQR().topRows(std::min(a.rows(), a.cols())).triangularView<Eigen::Upper>();
}

MatrixXd cholesky_factor(const MatrixXd& a) {
  return a.llt().matrixL();
}

MatrixXd solve_spd(const MatrixXd& a, const MatrixXd& b) {
  return a.llt().solve(b);
}

VectorXd solve_spd(const MatrixXd& a, const VectorXd& b) {
  return a.llt().solve(b);
}

MatrixXd least_squares(const MatrixXd& a, const MatrixXd& b) {
  return a.completeOrthogonalDecomposition().solve(b);
}

VectorXd least_squares(const MatrixXd& a, const VectorXd& b) {
  return a.completeOrthogonalDecomposition().solve(b);
}

Eigen::Index pivoted_rank(const MatrixXd& a) {
  return a.colPivHouseholderQr().rank();
}

MatrixXd pseudo_inverse(const MatrixXd& a) {
  return least_squares(a, MatrixXd(MatrixXd::Identity(a.rows(), a.rows())));
}

SingularValues singular_value_decomposition(const MatrixXd& a) {
  const Eigen::JacobiSVD<MatrixXd> svd(a, Eigen::ComputeThinU | Eigen::ComputeThinV);
  return {svd.matrixU(), svd.matrixV(), svd.singularValues(), svd.rank()};
}

VectorXd singular_values(const MatrixXd& a) {
  return Eigen::JacobiSVD<MatrixXd>(a).singularValues();
}

}  // namespace icsweep
