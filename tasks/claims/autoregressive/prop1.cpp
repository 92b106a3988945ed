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
using Eigen::VectorXcd;

/// The first d coordinates of e_T + Σ_t ⟨A e_T | e_t⟩ B e_t [eq 4]. e: 3d×T; A, B: 3d×3d.
VectorXcd layer(const MatrixXcd& a, const MatrixXcd& b, const MatrixXcd& e) {
  const auto d = e.rows() / 3, last = e.cols() - 1;
  VectorXcd out = e.col(last);
  for (int t = 0; t <= last; ++t) out += e.col(t).dot(a * e.col(last)) * (b * e.col(t));
  return out.head(d);
}

/// e_t = (W_0 s_t, s_t, s_{t−1}) with s_0 = 0. s: d×T.
MatrixXcd augmented(const MatrixXcd& s, const MatrixXcd& w0) {
  const auto d = s.rows(), T = s.cols();
  MatrixXcd e = MatrixXcd::Zero(3 * d, T);
  e.topRows(d) = w0 * s;
  e.middleRows(d, d) = s;
  e.bottomRows(d).rightCols(T - 1) = s.leftCols(T - 1);
  return e;
}

/// (W_0 − η∇L(W_0)) s_T with L(W) = ½ Σ_{t<T} ‖s_{t+1} − W s_t‖² [eq 5].
VectorXcd one_step(const MatrixXcd& s, const MatrixXcd& w0, double eta) {
  const auto pairs = s.cols() - 1;
  const MatrixXcd gradient = -(s.rightCols(pairs) - w0 * s.leftCols(pairs)) * s.leftCols(pairs).adjoint();
  return (w0 - eta * gradient) * s.col(pairs);
}

/// Independent complex normal numbers of variance 1/d.
MatrixXcd complex_normal(int d, RandomStream& random) {
  MatrixXcd numbers(d, d);
  numbers.real() = normal_matrix(d, d, random);
  numbers.imag() = normal_matrix(d, d, random);
  return numbers / std::sqrt(2.0 * d);
}

/// Prop 1: A has the block I from s_T to s_{t−1}, B the blocks ηI and −ηW_0 from s_t and s_{t−1} to the output. The
/// skip connection adds the start W_0 s_T, so the first block of e_t must hold W_0 s_t.
Verdict gradient_step(const Config& setting) {
  const int d = setting.small_integer("dim"), T = setting.small_integer("length");
  const double eta = 1.0 / T;
  double error = 0;
  for (int n = 0; n < setting.small_integer("samples"); ++n) {
    RandomStream random(setting.integer("seed"), Purpose::claims, std::uint64_t(n));
    // Every other sequence starts from W_0 = 0, the case of the paper's proof.
    const MatrixXcd w0 = double(n % 2) * complex_normal(d, random);
    const MatrixXcd s = tokens_of(draw_eigenvalues(ContextKind::unitary, d, random), T) / std::sqrt(double(d));
    MatrixXcd a = MatrixXcd::Zero(3 * d, 3 * d), b = a;
    a.block(2 * d, d, d, d).setIdentity();
    b.block(0, d, d, d).diagonal().setConstant(eta);
    b.block(0, 2 * d, d, d) = -eta * w0;
    error = larger(error, (layer(a, b, augmented(s, w0)) - one_step(s, w0, eta)).norm());
  }
  // Sums of T products of d terms each, of norms below d altogether.
  return at_most(error, 16 * std::numeric_limits<double>::epsilon() * (T + d) * d);
}

/// Calls use(row, s_1 … s_T, s_0 … s_{T−1}) for the pairs (sequence, T) of unitary contexts in the fits below.
template <class Use>
void for_rows(const Config& setting, int count, Use use) {
  const int d = setting.small_integer("dim"), T_max = setting.small_integer("length");
  for (int row = 0, n = 0; row < count; ++n) {
    RandomStream random(setting.integer("seed"), Purpose::claims, std::uint64_t(n));
    const MatrixXcd s = tokens_of(draw_eigenvalues(ContextKind::unitary, d, random), T_max);
    MatrixXcd previous = MatrixXcd::Zero(d, T_max);
    previous.rightCols(T_max - 1) = s.leftCols(T_max - 1);
    for (int T = 2; T <= T_max && row < count; ++T, ++row) use(row, s.leftCols(T), previous.leftCols(T));
  }
}

/// True if the layer's part of degree T in a common phase of λ, Σ_t B_1 s_t s_{t−1}* A_3 s_T, equals Σ_t s_t s_{t−1}*
/// s_T only for A_3 = αI and B_1 = I/α. Its monomials Σ_t s_{t,c} s̄_{t−1,a} s_{T,b} are independent except that
/// (c,a,a) = (a,c,c). So A_3 is diagonal with B_1 A_3 = I and, for a ≠ c, B_{cc}A_{aa} + B_{ca}A_{cc} = 1.
bool step_is_forced(const Config& setting) {
  const int d = setting.small_integer("dim"), unknowns = d * d * d;
  MatrixXcd monomials(4 * unknowns, unknowns);
  for_rows(setting, 4 * unknowns, [&](int row, const auto& s, const auto& previous) {
    const MatrixXcd sum = s * previous.adjoint();
    for (int k = 0; k < unknowns; ++k) monomials(row, k) = sum(k % d, k / d % d) * s(k / d / d, s.cols() - 1);
  });
  return pivoted_rank(real_form(monomials)) == 2 * (unknowns - d * (d - 1) / 2);
}

/// As printed the first block of e_t is 0 and W_0 any matrix. The gradient's part in s_{t+1}s_t* forces A_3 = I and B_1
/// = ηI; the rest has degree T−1 and is linear in A_1, A_4, B_2 (blocks as in assumption 2, but full d×d):
///   η Σ_t s_t (s_t* A_1 s_T + s_{t−1}* A_4 s_{T−1}) + Σ_t B_2 s_{t−1} s_{t−1}* s_T = W_0 s_T − η Σ_t W_0 s_{t−1}
///   s_{t−1}* s_T.
/// It has solutions for W_0 = wI, by ‖s_T‖² = d, and for 1vᵀ, by the term of s_0 = 0 that A_1 = −A_4 leaves, but not
/// for W_0 = u1ᵀ with u ⟂ 1. Measured: the best solution's root mean square residual, where a coordinate of W_0 s_T has
/// root mean square 1.
Verdict start_missed(const Config& setting) {
  const int d = setting.small_integer("dim"), unknowns = 3 * d * d;
  const double eta = 1.0 / setting.small_integer("length");
  MatrixXcd w0 = MatrixXcd::Zero(d, d);
  w0.row(0).setConstant(std::sqrt(0.5));
  w0.row(1) = -w0.row(0);
  MatrixXcd monomials = MatrixXcd::Zero(10 * unknowns * d, unknowns);
  VectorXcd target(10 * unknowns * d);
  for_rows(setting, 10 * unknowns, [&](int row, const auto& s, const auto& previous) {
    const auto last = s.cols() - 1;
    const MatrixXcd current = s * s.adjoint(), mixed = s * previous.adjoint(), before = previous * previous.adjoint();
    target.segment(row * d, d) = w0 * (s.col(last) - eta * before * s.col(last));
    for (int i = 0; i < d; ++i)
      for (int k = 0; k < d; ++k) {
        for (int l = 0; l < d; ++l) {
          monomials(row * d + i, k * d + l) = eta * current(i, k) * s(l, last);
          monomials(row * d + i, d * d + k * d + l) = eta * mixed(i, k) * previous(l, last);
        }
        monomials(row * d + i, 2 * d * d + i * d + k) = (before.row(k) * s.col(last)).value();
      }
  });
  const MatrixXd map = real_form(monomials);
  const VectorXd wanted = real_form(target).col(0);
  const double missed = (map * least_squares(map, wanted) - wanted).norm() / std::sqrt(double(target.size()));
  return at_least(step_is_forced(setting) ? missed : 0, 0.1);
}

}  // namespace

Claim prop1() {
  return {"prop1",
          "A3",
          "layer = gradient step at W_0",
          "largest distance of the layer's output from the step's",
          {dim(5), length(50), samples(20), seed()},
          {{{"dim", 1}, {"length", 2}}, {{"dim", 20}, {"length", 30}, {"samples", 3}}},
          gradient_step};
}

Claim prop1_as_printed() {
  return {"prop1-as-printed",
          "A3",
          "e_t = (0,..): not any W_0",
          "RMS of what the layer misses of W_0 s_T, of 1",
          {dim(3, 2, 6), length(6, 4, 20), seed()},
          {{{"dim", 2}, {"length", 4}}, {{"dim", 4}, {"length", 9}, {"seed", 3}}},
          start_missed};
}

}  // namespace icsweep
