// Decompositions of dense matrices as plain functions. Eigen's templates for them are compiled once, not in every file
// that solves an equation.
#pragma once

#include <Eigen/Core>

namespace icsweep {

/// Eigenvalues of a square matrix, in Eigen's order.
Eigen::VectorXcd eigenvalues(const Eigen::MatrixXd& a);
/// Eigenvalues of a symmetric matrix, ascending. Reads the lower triangle.
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& a);
/// a = vectors diag(values) vectorsᵀ with ascending values. Reads the lower triangle.
struct Spectrum {
  Eigen::VectorXd values;
  Eigen::MatrixXd vectors;
};
Spectrum symmetric_spectrum(const Eigen::MatrixXd& a);

/// Q of a = QR with a positive diagonal of R: uniform on O(d) or U(d) for a Gaussian a (Mezzadri 2007).
Eigen::MatrixXd orthogonal_factor(const Eigen::MatrixXd& a);
Eigen::MatrixXcd unitary_factor(const Eigen::MatrixXcd& a);
/// R of a = QR. Its number of rows is the smaller side of a; the signs of its diagonal are arbitrary.
Eigen::MatrixXd triangular_factor(const Eigen::MatrixXd& a);
/// L of a = LLᵀ, for positive definite a.
Eigen::MatrixXd cholesky_factor(const Eigen::MatrixXd& a);

/// a⁻¹b, for positive definite a.
Eigen::MatrixXd solve_spd(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);
Eigen::VectorXd solve_spd(const Eigen::MatrixXd& a, const Eigen::VectorXd& b);
/// The x of least norm that minimises ‖ax − b‖.
Eigen::MatrixXd least_squares(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b);
Eigen::VectorXd least_squares(const Eigen::MatrixXd& a, const Eigen::VectorXd& b);
/// Rank by a QR with pivoted columns, with Eigen's threshold.
Eigen::Index pivoted_rank(const Eigen::MatrixXd& a);
Eigen::MatrixXd pseudo_inverse(const Eigen::MatrixXd& a);

/// a = u diag(values) vᵀ with min(rows, columns) values, descending.
struct SingularValues {
  Eigen::MatrixXd u, v;
  Eigen::VectorXd values;
  Eigen::Index rank;
};
SingularValues singular_value_decomposition(const Eigen::MatrixXd& a);
Eigen::VectorXd singular_values(const Eigen::MatrixXd& a);

}  // namespace icsweep
