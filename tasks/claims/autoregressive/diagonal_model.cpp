#include "tasks/claims/autoregressive/diagonal_model.hpp"
#include "tasks/claims/measures.hpp"

#include <Eigen/Core>
#include <complex>
#include <limits>
#include <numbers>

#include "tasks/algebra/decompositions.hpp"

namespace icsweep {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXcd;
using Eigen::VectorXd;

DiagonalHeads heads_of(const MatrixXd& c) {
  return {c, MatrixXd::Identity(c.rows(), c.rows())};
}

// C = USVᵀ. With M H×rank, its columns orthogonal and of length ½ … 2: A = M √S Vᵀ and B = M⁺ᵀ √S Uᵀ.
DiagonalHeads heads_with_product(const MatrixXd& c, int H, RandomStream& random) {
  const auto [u, v, values, rank] = singular_value_decomposition(c);
  MatrixXd m = haar_orthogonal(H, random).leftCols(rank), dual = m;
  for (int r = 0; r < rank; ++r) {
    const double length = random.uniform(0.5, 2), root = std::sqrt(values[r]);
    m.col(r) *= length * root;
    dual.col(r) *= root / length;
  }
  return {m * v.leftCols(rank).transpose(), dual * u.leftCols(rank).transpose()};
}

VectorXcd draw_eigenvalues(ContextKind kind, int d, RandomStream& random) {
  VectorXcd lambda(d);
  for (int i = 0; i < d; ++i) {
    const bool conjugate = kind == ContextKind::orthogonal && i % 2 == 1;
    lambda[i] = conjugate ? std::conj(lambda[i - 1]) : std::polar(1.0, random.uniform(0, 2 * std::numbers::pi));
  }
  return lambda;
}

MatrixXcd tokens_of(const VectorXcd& lambda, int length) {
  MatrixXcd tokens(lambda.size(), length);
  tokens.col(0).setOnes();
  for (int t = 1; t < length; ++t) tokens.col(t) = lambda.cwiseProduct(tokens.col(t - 1));
  return tokens;
}

MatrixXd real_form(const MatrixXcd& a) {
  MatrixXd form(2 * a.rows(), 2 * a.cols());
  form << a.real(), -a.imag(), a.imag(), a.real();
  return form;
}

VectorXcd predict(const DiagonalHeads& heads, const VectorXd& p, const MatrixXcd& tokens) {
  const auto T = p.size(), d = tokens.rows();
  const auto seen = tokens.leftCols(T);
  VectorXcd prediction = VectorXcd::Zero(d), query(d), scores(T);
  for (int h = 0; h < heads.a.rows(); ++h) {
    query = heads.a.row(h).transpose().cwiseProduct(tokens.col(T - 2));
    scores.noalias() = seen.transpose() * query.conjugate();  // ⟨s_t | A^h s_{T−1}⟩
    scores.array() *= p.array();
    prediction += heads.b.row(h).transpose().cwiseProduct(seen * scores);
  }
  return prediction;
}

double squared_error(const DiagonalHeads& heads, const VectorXd& p, const MatrixXcd& tokens) {
  return (predict(heads, p, tokens) - tokens.col(p.size())).squaredNorm();
}

double largest_error(ContextKind kind, const DiagonalHeads& heads, const VectorXd& p, int samples, std::int64_t seed) {
  const int T = int(p.size()), d = int(heads.a.cols());
  double largest = 0;
  for (int n = 0; n < samples; ++n) {
    RandomStream random(seed, Purpose::claims, std::uint64_t(n));
    const MatrixXcd tokens = tokens_of(draw_eigenvalues(kind, d, random), T + 1);
    largest = larger(largest, largest_entry(predict(heads, p, tokens) - tokens.col(T)));
  }
  return largest;
}

double prediction_rounding(const DiagonalHeads& heads, const VectorXd& p) {
  const VectorXd size = heads.b.cwiseAbs().transpose() * heads.a.cwiseAbs().rowwise().sum();
  const double terms = 16.0 * double(p.size()) + double(heads.a.rows() + heads.a.cols());
  return std::numeric_limits<double>::epsilon() * terms * (1 + p.cwiseAbs().sum() * size.maxCoeff());
}

MatrixXd normal_matrix(int rows, int columns, RandomStream& random) {
  MatrixXd m(rows, columns);
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < columns; ++j) m(i, j) = random.normal();
  return m;
}

}  // namespace icsweep
