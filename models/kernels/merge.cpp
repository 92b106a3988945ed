#include "models/kernels/merge.hpp"

#include <Eigen/Core>
#include <cmath>

namespace icsweep {
namespace {

template <class Real>
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Offsets inside the head's parameters, for part = 0 query, 1 key, 2 value.
int weight_at(const MergeShape& s, int part) {
  return part * s.width * s.width;
}
int bias_at(const MergeShape& s, int part) {
  return 3 * s.width * s.width + part * s.width;
}
int output_at(const MergeShape& s) {
  return bias_at(s, 3);
}

template <class Real>
Matrix<Real> with_bias(const MergeShape& s, const Real* head, int part) {
  Matrix<Real> w(s.width, s.features + 1);
  w.leftCols(s.features) =
      Eigen::Map<const Matrix<Real>>(head + weight_at(s, part), s.width, s.width).rightCols(s.features);
  w.col(s.features) = Eigen::Map<const Eigen::Matrix<Real, Eigen::Dynamic, 1>>(head + bias_at(s, part), s.width);
  return w;
}

template <class Real>
void split_bias(const MergeShape& s, const Matrix<Real>& w, Real* head, int part) {
  Eigen::Map<Matrix<Real>> weight(head + weight_at(s, part), s.width, s.width);
  weight.setZero();
  weight.rightCols(s.features) = w.leftCols(s.features);
  Eigen::Map<Eigen::Matrix<Real, Eigen::Dynamic, 1>>(head + bias_at(s, part), s.width) = w.col(s.features);
}

}  // namespace

template <class Real>
void merge_head(const MergeShape& s, const Real* head, Real* a, Real* b) {
  const int K = s.features + 1;
  const Real scale = Real(1 / std::sqrt(double(s.width)));
  const Eigen::Map<const Matrix<Real>> output(head + output_at(s), s.width, s.width);
  Eigen::Map<Matrix<Real>>(a, K, K) = scale * with_bias(s, head, 1).transpose() * with_bias(s, head, 0);
  Eigen::Map<Matrix<Real>>(b, s.width, K) = output * with_bias(s, head, 2);
}

template <class Real>
void merge_head_backward(const MergeShape& s, const Real* head, const Real* da_, const Real* db_, Real* dhead) {
  const int K = s.features + 1;
  const Real scale = Real(1 / std::sqrt(double(s.width)));
  const Eigen::Map<const Matrix<Real>> da(da_, K, K), db(db_, s.width, K),
      output(head + output_at(s), s.width, s.width);
  const Matrix<Real> query = with_bias(s, head, 0), key = with_bias(s, head, 1), value = with_bias(s, head, 2);
  split_bias<Real>(s, scale * key * da, dhead, 0);
  split_bias<Real>(s, scale * query * da.transpose(), dhead, 1);
  split_bias<Real>(s, output.transpose() * db, dhead, 2);
  Eigen::Map<Matrix<Real>>(dhead + output_at(s), s.width, s.width) = db * value.transpose();
}

#define INSTANTIATE(Real)                                                       \
  template void merge_head<Real>(const MergeShape&, const Real*, Real*, Real*); \
  template void merge_head_backward<Real>(const MergeShape&, const Real*, const Real*, const Real*, Real*);
INSTANTIATE(float)
INSTANTIATE(double)

}  // namespace icsweep
