#include <fmt/format.h>

#include <Eigen/Core>
#include <complex>

#include "tasks/algebra/decompositions.hpp"
#include "tasks/claims/autoregressive/diagonal_model.hpp"
#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/claims/parameters.hpp"

namespace icsweep {
namespace {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Eigen::VectorXcd;

/// Uniform on U(d): Q of a complex Gaussian matrix's QR, its columns turned by the phases of R's diagonal.
MatrixXcd haar_unitary(int d, RandomStream& random) {
  MatrixXcd gaussian(d, d);
  gaussian.real() = normal_matrix(d, d, random);
  gaussian.imag() = normal_matrix(d, d, random);
  return unitary_factor(gaussian);
}

/// Largest distance between the elements of two sets, matched greedily.
double set_distance(const VectorXcd& x, const VectorXcd& y) {
  std::vector<std::complex<double>> rest(y.begin(), y.end());
  double largest = 0;
  for (const auto& value : x) {
    const auto nearest = std::min_element(rest.begin(), rest.end(), [&](const auto& a, const auto& b) {
      return std::abs(a - value) < std::abs(b - value);
    });
    largest = larger(largest, std::abs(*nearest - value));
    rest.erase(nearest);
  }
  return largest;
}

/// Remark 1: W_O = ((Re W, −Im W), (Im W, Re W)) is a rotation of R^{2d}, its eigenvalues are W's and their conjugates.
/// W = U diag(λ) U* with a Haar U.
Verdict as_rotation(const Config& setting) {
  const int d = setting.small_integer("dim");
  double error = 0;
  for (int n = 0; n < setting.small_integer("samples"); ++n) {
    RandomStream random(setting.integer("seed"), Purpose::claims, std::uint64_t(n));
    const VectorXcd lambda = draw_eigenvalues(ContextKind::unitary, d, random);
    const MatrixXcd u = haar_unitary(d, random);
    const MatrixXd real = real_form(u * lambda.asDiagonal() * u.adjoint());
    const VectorXcd found = eigenvalues(real);
    VectorXcd both(2 * d);
    both << lambda, lambda.conjugate();
    error = larger(error, (real.transpose() * real - MatrixXd::Identity(2 * d, 2 * d)).norm(),
                   std::abs(found.prod() - 1.0), set_distance(found, both));
  }
  // Backward-stable factorizations of normal matrices of norm 1, whose eigenvalues are perfectly conditioned.
  return at_most(error, 64 * std::numeric_limits<double>::epsilon() * d);
}

/// s_1 … s_{T+1} of Haar contexts, one per row; d(T+1) columns. Rows 2k and 2k+1 use a W and the same W with its first
/// column reversed: also Haar, with the other determinant, on which the error depends most.
MatrixXd sequences(const Config& setting, int count) {
  const int d = setting.small_integer("dim"), T = setting.small_integer("length");
  MatrixXd rows(count, d * (T + 1));
  for (int n = 0; n < count; ++n) {
    RandomStream random(setting.integer("seed"), Purpose::claims, std::uint64_t(n) / 2);
    MatrixXd w = haar_orthogonal(d, random);
    if (n % 2) w.col(0) = -w.col(0);
    Eigen::VectorXd s = Eigen::VectorXd::Constant(d, 1 / std::sqrt(double(d)));
    for (int t = 0; t <= T; ++t, s = w * s) rows.row(n).segment(t * d, d) = s.transpose();
  }
  return rows;
}

/// Remark 2: a linear RNN predicts Σ_k M_k s_k with the same M_k for every W. Even the best such prediction leaves more
/// than half of the variance: only the eigenvalues ±1 of W are predictable, a share of at most 1/d of s_{T+1}, d ≥ 2.
/// (For d = 1, W² = 1 and s_{T+1} = s_{T−1}.) The claim is judged by least squares, whose mean error on the contexts of
/// the fit is at most the best prediction's. If that error less its uncertainty is above half, so is the best one's.
Verdict linear_network(const Config& setting) {
  const int d = setting.small_integer("dim"), T = setting.small_integer("length"),
            pairs = setting.small_integer("samples") / 2;
  const MatrixXd rows = sequences(setting, 2 * pairs);
  const auto seen = rows.leftCols(d * T), next = rows.rightCols(d);
  const MatrixXd map = least_squares(MatrixXd(seen.transpose() * seen), MatrixXd(seen.transpose() * next));
  const MatrixXd error = seen * map - next;
  SampleMean mean;
  for (int n = 0; n < pairs; ++n) mean.add(error.middleRows(2 * n, 2).squaredNorm() / 2);  // of the variance ‖s‖² = 1
  return at_least(mean.mean(), 0.5 + standard_errors_allowed(1, pairs) * mean.standard_error());
}

/// With 20 contexts per weight, fitting lowers the error by a twentieth. The rest must be distinguishable from half.
/// The best error exceeds 1 − 1/d, which is half for d = 2, but only by 1/(2T) there, where the error of a pair has a
/// variance near 1/T.
void enough_samples(const Config& setting) {
  const auto d = setting.integer("dim"), T = setting.integer("length");
  const auto least = d == 2 ? 2000 * T : std::max<std::int64_t>(20 * d * T, 2000);
  if (setting.integer("samples") < least)
    throw Error(ErrorKind::config, fmt::format("samples = {}: must be at least {} for dim = {} and length = {}",
                                               setting.integer("samples"), least, d, T));
}

}  // namespace

Claim remark1() {
  return {"remark1",
          "A13",
          "U(d) embeds in SO(2d)",
          "largest error of W'W = 1, det W = 1, conjugate spectrum",
          {dim(5), samples(20), seed()},
          {{{"dim", 1}}, {{"dim", 30}, {"samples", 2}}},
          as_rotation};
}

Claim remark2() {
  return {"remark2",
          "A13",
          "linear RNN: error > 1/2",
          "error of the best linear prediction, as a share of the variance",
          {dim(5, 2, 20), length(10, 2, 50), samples(20'000, 2000), seed()},
          {{{"dim", 2}, {"length", 40}, {"samples", 80'000}},
           {{"dim", 2}, {"length", 2}, {"samples", 4000}, {"seed", 3}},
           {{"dim", 3}, {"length", 2}, {"samples", 2000}}},
          linear_network,
          enough_samples};
}

}  // namespace icsweep
