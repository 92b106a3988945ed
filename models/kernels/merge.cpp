#include "models/kernels/merge.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

namespace icsweep {
namespace {

template <class Real>
using Matrix = Eigen::Matrix<Real, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class Real>
using Vector = Eigen::Matrix<Real, Eigen::Dynamic, 1>;
template <class Real>
using Weights = Eigen::Map<Matrix<Real>>;
template <class Real>
using ConstWeights = Eigen::Map<const Matrix<Real>>;

/// Query, key and value of a head: parts of its weights, which come first, and of its biases.
enum Part { query_part, key_part, value_part };
int biases_at(const MergeShape& s) {
  return 3 * s.width * s.width;
}
int output_at(const MergeShape& s) {
  return biases_at(s) + 3 * s.width;
}

/// Matrix number `index` of the working memory, D×K.
template <class Real>
Weights<Real> scratch_matrix(const MergeShape& s, Real* scratch, int index) {
  return Weights<Real>(scratch + index * s.width * (s.features + 1), s.width, s.features + 1);
}

/// First column of a copy of the features.
int copy_at(const MergeShape& s, int copy) {
  return s.width - (copy + 1) * s.features;
}

/// Computes W̃ of a part, in the working memory.
template <class Real>
Weights<Real> with_bias(const MergeShape& s, const Real* weights, const Real* biases, Part part, Real* scratch) {
  Weights<Real> w = scratch_matrix(s, scratch, part);
  const ConstWeights<Real> weight(weights + part * s.width * s.width, s.width, s.width);
  w.leftCols(s.features) = weight.middleCols(copy_at(s, 0), s.features);
  for (int copy = 1; copy < s.copies; ++copy) w.leftCols(s.features) += weight.middleCols(copy_at(s, copy), s.features);
  if (s.bare) w.col(s.features).setZero();
  else w.col(s.features) = Eigen::Map<const Vector<Real>>(biases + part * s.width, s.width);
  return w;
}

/// Adds the gradient of a part, from the gradient of its W̃.
template <class Real, class W>
void add_gradient(const MergeShape& s, const W& w, Part part, Real* weights, Real* biases) {
  Weights<Real> weight(weights + part * s.width * s.width, s.width, s.width);
  for (int copy = 0; copy < s.copies; ++copy) weight.middleCols(copy_at(s, copy), s.features) += w.leftCols(s.features);
  if (!s.bare) Eigen::Map<Vector<Real>>(biases + part * s.width, s.width) += w.col(s.features);
}

template <class Real>
Real score_scale(const MergeShape& s) {
  return s.bare ? Real(1) : Real(1 / std::sqrt(double(s.width)));
}

}  // namespace

template <class Real>
void merge_scores(const MergeShape& s, const Real* weights, const Real* biases, Real* scratch, Real* a) {
  const auto query = with_bias(s, weights, biases, query_part, scratch),
             key = with_bias(s, weights, biases, key_part, scratch);
  Weights<Real>(a, s.features + 1, s.features + 1).noalias() = score_scale<Real>(s) * (key.transpose() * query);
}

template <class Real>
void merge_scores_backward(const MergeShape& s, const Real* weights, const Real* biases, const Real* da_, Real* scratch,
                           Real* dweights, Real* dbiases) {
  const Real scale = score_scale<Real>(s);
  const ConstWeights<Real> da(da_, s.features + 1, s.features + 1);
  const auto query = with_bias(s, weights, biases, query_part, scratch),
             key = with_bias(s, weights, biases, key_part, scratch);
  auto gradient = scratch_matrix(s, scratch, 3);
  gradient.noalias() = scale * (key * da);
  add_gradient<Real>(s, gradient, query_part, dweights, dbiases);
  gradient.noalias() = scale * (query * da.transpose());
  add_gradient<Real>(s, gradient, key_part, dweights, dbiases);
}

template <class Real>
void merge_head(const MergeShape& s, const Real* head, Real* scratch, Real* a, Real* b) {
  const Real* biases = head + biases_at(s);
  merge_scores(s, head, biases, scratch, a);
  const auto value = with_bias(s, head, biases, value_part, scratch);
  Weights<Real> merged(b, s.width, s.features + 1);
  if (s.bare) merged = value;
  else merged.noalias() = ConstWeights<Real>(head + output_at(s), s.width, s.width) * value;
}

template <class Real>
void merge_head_backward(const MergeShape& s, const Real* head, const Real* da, const Real* db_, Real* scratch,
                         Real* dhead) {
  const Real* biases = head + biases_at(s);
  Real* dbiases = dhead + biases_at(s);
  std::fill_n(dhead, s.bare ? biases_at(s) : output_at(s), Real(0));
  merge_scores_backward(s, head, biases, da, scratch, dhead, dbiases);
  const ConstWeights<Real> db(db_, s.width, s.features + 1);
  if (s.bare) return add_gradient<Real>(s, db, value_part, dhead, dbiases);
  const ConstWeights<Real> output(head + output_at(s), s.width, s.width);
  const auto value = with_bias(s, head, biases, value_part, scratch);
  auto dvalue = scratch_matrix(s, scratch, 3);
  dvalue.noalias() = output.transpose() * db;
  add_gradient<Real>(s, dvalue, value_part, dhead, dbiases);
  Weights<Real>(dhead + output_at(s), s.width, s.width).noalias() = db * value.transpose();
}

#define INSTANTIATE(Real)                                                                                           \
  template void merge_head<Real>(const MergeShape&, const Real*, Real*, Real*, Real*);                              \
  template void merge_head_backward<Real>(const MergeShape&, const Real*, const Real*, const Real*, Real*, Real*);  \
  template void merge_scores<Real>(const MergeShape&, const Real*, const Real*, Real*, Real*);                      \
  template void merge_scores_backward<Real>(const MergeShape&, const Real*, const Real*, const Real*, Real*, Real*, \
                                            Real*);
INSTANTIATE(float)
INSTANTIATE(double)

}  // namespace icsweep
