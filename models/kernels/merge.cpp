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
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
template <class Real>
using Weights = Eigen::Map<Matrix<Real>>;
template <class Real>
using ConstWeights = Eigen::Map<const Matrix<Real>>;

/// The D×K matrix number `index` in the working memory.
template <class Real>
Weights<Real> scratch_matrix(const MergeShape& s, Real* scratch, int index) {
  return Weights<Real>(scratch + index * s.width * (s.features + 1), s.width, s.features + 1);
}

/// W̃ of a part, in the working memory.
template <class Real>
Weights<Real> with_bias(const MergeShape& s, const Real* head, int part, Real* scratch) {
  Weights<Real> w = scratch_matrix(s, scratch, part);
  w.leftCols(s.features) = ConstWeights<Real>(head + weight_at(s, part), s.width, s.width).rightCols(s.features);
  w.col(s.features) = Eigen::Map<const Vector<Real>>(head + bias_at(s, part), s.width);
  return w;
}

template <class Real>
void split_bias(const MergeShape& s, const Weights<Real>& w, Real* head, int part) {
  Weights<Real> weight(head + weight_at(s, part), s.width, s.width);
  weight.setZero();
  weight.rightCols(s.features) = w.leftCols(s.features);
  Eigen::Map<Vector<Real>>(head + bias_at(s, part), s.width) = w.col(s.features);
}

template <class Real>
Real score_scale(const MergeShape& s) {
  return Real(1 / std::sqrt(double(s.width)));
}

}  // namespace

template <class Real>
void merge_head(const MergeShape& s, const Real* head, Real* scratch, Real* a, Real* b) {
  const int K = s.features + 1;
  const auto query = with_bias(s, head, 0, scratch), key = with_bias(s, head, 1, scratch),
             value = with_bias(s, head, 2, scratch);
  const ConstWeights<Real> output(head + output_at(s), s.width, s.width);
  Weights<Real>(a, K, K).noalias() = score_scale<Real>(s) * (key.transpose() * query);
  Weights<Real>(b, s.width, K).noalias() = output * value;
}

template <class Real>
void merge_head_backward(const MergeShape& s, const Real* head, const Real* da_, const Real* db_, Real* scratch,
                         Real* dhead) {
  const int K = s.features + 1;
  const Real scale = score_scale<Real>(s);
  const ConstWeights<Real> da(da_, K, K), db(db_, s.width, K), output(head + output_at(s), s.width, s.width);
  const auto query = with_bias(s, head, 0, scratch), key = with_bias(s, head, 1, scratch),
             value = with_bias(s, head, 2, scratch);
  auto dquery = scratch_matrix(s, scratch, 3), dkey = scratch_matrix(s, scratch, 4),
       dvalue = scratch_matrix(s, scratch, 5);
  dquery.noalias() = scale * (key * da);
  dkey.noalias() = scale * (query * da.transpose());
  dvalue.noalias() = output.transpose() * db;
  split_bias(s, dquery, dhead, 0);
  split_bias(s, dkey, dhead, 1);
  split_bias(s, dvalue, dhead, 2);
  Weights<Real>(dhead + output_at(s), s.width, s.width).noalias() = db * value.transpose();
}

#define INSTANTIATE(Real)                                                              \
  template void merge_head<Real>(const MergeShape&, const Real*, Real*, Real*, Real*); \
  template void merge_head_backward<Real>(const MergeShape&, const Real*, const Real*, const Real*, Real*, Real*);
INSTANTIATE(float)
INSTANTIATE(double)

}  // namespace icsweep
