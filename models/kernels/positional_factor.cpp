#include "models/kernels/positional_factor.hpp"

#include <Eigen/Core>

#include "models/kernels/tiles/exponential.hpp"

namespace icsweep {
namespace {

template <class Real>
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class Real>
using View = Eigen::Map<Matrix<Real>>;
template <class Real>
using ConstView = Eigen::Map<const Matrix<Real>>;

/// Writes p̃, T×K, to the working memory.
template <class Real>
View<Real> with_one(const PositionShape& s, const Real* positions, Real* scratch) {
  View<Real> p(scratch, s.tokens, s.width + 1);
  p.leftCols(s.width) = ConstView<Real>(positions, s.tokens, s.width);
  p.col(s.width).setOnes();
  return p;
}

}  // namespace

template <class Real>
void positional_factor(const PositionShape& s, const Real* positions, const Real* a, Real* scratch, Real* factor) {
  const int T = s.tokens, K = s.width + 1;
  const View<Real> p = with_one(s, positions, scratch);
  View<Real> query(scratch + T * K, T, K), P(factor, T, T);
  query.noalias() = p * ConstView<Real>(a, K, K).transpose();
  P.noalias() = query * p.transpose();
  for (int t = 0; t < T; ++t) {
    auto row = P.row(t).head(t + 1).array();
    const Real largest = row.maxCoeff();
    row -= largest;
    row = (row < detail::least_exponent<Real>(true)).select(Real(0), row.exp());
    row /= row.sum();
    P.row(t).tail(T - t - 1).setZero();
  }
}

template <class Real>
void positional_factor_backward(const PositionShape& s, const Real* positions, const Real* a, const Real* factor,
                                Real* g, Real* scratch, Real* da, Real* dpositions) {
  const int T = s.tokens, K = s.width + 1;
  const View<Real> p = with_one(s, positions, scratch);
  const ConstView<Real> A(a, K, K), P(factor, T, T);
  View<Real> de(g, T, T), product(scratch + T * K, T, K), dp(dpositions, T, s.width);
  for (int t = 0; t < T; ++t) {
    const Real sum = de.row(t).sum();
    de.row(t) -= sum * P.row(t);
  }
  product.noalias() = de * p;  // Σ_t' de_tt' p̃_t', at t
  View<Real>(da, K, K).noalias() += product.transpose() * p;
  dp.noalias() += product * A.leftCols(s.width);
  product.noalias() = de.transpose() * p;  // Σ_t de_tt' p̃_t, at t'
  dp.noalias() += product * A.topRows(s.width).transpose();
}

#define INSTANTIATE(Real)                                                                                            \
  template void positional_factor<Real>(const PositionShape&, const Real*, const Real*, Real*, Real*);               \
  template void positional_factor_backward<Real>(const PositionShape&, const Real*, const Real*, const Real*, Real*, \
                                                 Real*, Real*, Real*);
INSTANTIATE(float)
INSTANTIATE(double)

}  // namespace icsweep
