#include "models/layers/merged_map.hpp"

namespace icsweep {
namespace {

/// Calls f(place in the block, place in the columns) for each scalar. The block holds `rows` weights of F features,
/// then `rows` biases; the columns hold N per token.
template <int N, class F>
void for_each_column(int features, int rows, F&& f) {
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c <= features; ++c)
      f(c < features ? r * features + c : rows * features + r, (c / N * rows + r) * N + c % N);
}

}  // namespace

template <class Real, int N>
MergedMap<Real, N>::MergedMap(int features, int width, int outputs)
    : features_(features),
      width_(width),
      outputs_(outputs),
      map_(columns_tokens(), width, outputs, false),
      columns_(columns_tokens() * width * N),
      dcolumns_(columns_.size()),
      results_(columns_tokens() * outputs * N),
      merged_(outputs * (features + 1)),
      scratch_(map_.scratch()) {}

template <class Real, int N>
const Real* MergedMap<Real, N>::merge(const Real* before, const Real* theta) {
  for_each_column<N>(features_, width_, [&](int scalar, int column) { columns_[column] = before[scalar]; });
  const Real* bias = map_.set_parameters(theta);
  map_.forward(columns_.data(), nullptr, results_.data());
  for_each_column<N>(features_, outputs_, [&](int scalar, int column) { merged_[scalar] = results_[column]; });
  for (int o = 0; o < outputs_; ++o) merged_[outputs_ * features_ + o] += bias[o];
  return merged_.data();
}

template <class Real, int N>
void MergedMap<Real, N>::reduce_gradient(Real* dtheta, Real* dbefore) {
  for_each_column<N>(features_, outputs_, [&](int scalar, int column) { results_[column] = merged_[scalar]; });
  map_.backward_weight(columns_.data(), results_.data(), scratch_.data());
  Real* dbias = map_.reduce_gradient(dtheta);
  std::copy_n(merged_.data() + outputs_ * features_, outputs_, dbias);
  map_.backward_input(results_.data(), nullptr, dcolumns_.data());
  for_each_column<N>(features_, width_, [&](int scalar, int column) { dbefore[scalar] += dcolumns_[column]; });
}

#define INSTANTIATE(Real, N) template class MergedMap<Real, N>;
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)
#undef INSTANTIATE

}  // namespace icsweep
