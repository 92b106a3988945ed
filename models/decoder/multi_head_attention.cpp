#include "models/decoder/multi_head_attention.hpp"

#include <algorithm>
#include <cmath>

#include "models/decoder/position_tables.hpp"

namespace icsweep {
namespace {

PairShape head_shape(const DecoderShape& s) {
  PairShape pairs{s.tokens, s.head_width(), s.head_width()};
  pairs.shift = s.shift;
  pairs.row = 3 * s.heads * s.head_width();
  pairs.out_row = s.heads * s.head_width();
  return pairs;
}

}  // namespace

template <class Real, int N>
MultiHeadAttention<Real, N>::MultiHeadAttention(const DecoderShape& s, bool merged)
    : pairs_(head_shape(s)),
      weight_(s.mixing == Mixing::softmax ? PairWeight::softmax : PairWeight::linear),
      kernels_(&wide_attention_kernels<Real, N>(s.map_precision())),
      heads_(s.heads),
      mean_(s.mixing == Mixing::mean),
      scale_(s.bare() ? Real(1) : 1 / std::sqrt(Real(s.head_width()))),
      query_key_value_(s.tokens, s.bare() || merged ? s.inputs : s.width, 3 * side(), !s.bare(),
                       merged ? Precision::float32 : s.map_precision()),
      output_(s.tokens, side(), s.bare() ? s.outputs : s.width, !s.bare(), s.map_precision()),
      queries_(s.tokens * 3 * side() * N),
      kept_(heads_ * pairs_.kept(N)),
      inverse_sum_(heads_ * s.tokens * N),
      attended_(s.tokens * side() * N) {
  if (merged) merged_.emplace(s.inputs, s.width, 3 * side());
  if (s.position_kind() != PositionKind::rotary) return;
  for (const double angle : rotary_angles(s.tokens, s.head_width())) {
    cosines_.push_back(Real(std::cos(angle)));
    sines_.push_back(Real(std::sin(angle)));
  }
}

template <class Real, int N>
MultiHeadAttention<Real, N>::Workspace::Workspace(const DecoderShape& s, const MultiHeadAttention& layer)
    : pairs(attention_scratch(head_shape(s), N)),
      dense(std::max(layer.query_key_value_.scratch(), layer.output_.scratch())),
      dqueries(layer.queries_.size()),
      dheads(layer.attended_.size()),
      read(layer.attended_.size()) {}

/// The scale of the scores is applied to the queries' rows.
template <class Real, int N>
const Real* MultiHeadAttention<Real, N>::set_parameters(const Real* theta, const Real* read_in) {
  const Real* from = query_key_value_.set_parameters(merged_ ? merged_->merge(read_in, theta) : theta, side(), scale_);
  return output_.set_parameters(merged_ ? theta + merged_->count() : from);
}

template <class Real, int N>
Real* MultiHeadAttention<Real, N>::reduce_gradient(Real* gradient, Real* read_in) {
  if (!merged_) return output_.reduce_gradient(query_key_value_.reduce_gradient(gradient));
  query_key_value_.reduce_gradient(merged_->gradient());
  merged_->reduce_gradient(gradient, read_in);
  return output_.reduce_gradient(gradient + merged_->count());
}

/// Divides the scores by the position, through the queries, in which they are linear.
template <class Real, int N>
void MultiHeadAttention<Real, N>::divide_by_position(Real* queries) const {
  for (int t = 1; t < pairs_.tokens; ++t) {
    Real* query = queries + t * pairs_.row * N;
    for (int i = 0; i < side() * N; ++i) query[i] *= Real(1) / Real(t + 1);
  }
}

template <class Real, int N>
const Real* MultiHeadAttention<Real, N>::attended(OutputTokens output_tokens, Workspace& work) const {
  if (all(output_tokens)) return attended_.data();
  gather_tokens(output_tokens, side() * N, attended_.data(), work.read.data());
  return work.read.data();
}

template <class Real, int N>
void MultiHeadAttention<Real, N>::forward(const Real* x, const Real* base, Real* y, OutputTokens output_tokens,
                                          Workspace& work) {
  query_key_value_.forward(x, nullptr, queries_.data());
  if (!sines_.empty()) rotary_forward<Real, N>(rotary(), cosines_.data(), sines_.data(), queries_.data());
  if (mean_) divide_by_position(queries_.data());
  for (int h = 0; h < heads_; ++h) {
    const int at = h * pairs_.keys * N;
    const Real *q = queries_.data() + at, *k = q + side() * N, *v = k + side() * N;
    kernels_->forward(pairs_, weight_, q, k, v, work.pairs.data(), kept_.data() + h * pairs_.kept(N),
                      inverse_sum_.data() + h * pairs_.tokens * N, attended_.data() + at);
  }
  if (base && !all(output_tokens)) {
    gather_tokens(output_tokens, output_.outputs() * N, base, y);
    base = y;
  }
  output_.set_tokens(int(output_tokens.size()));
  output_.forward(attended(output_tokens, work), base, y);
}

template <class Real, int N>
void MultiHeadAttention<Real, N>::backward(const Real* x, const Real* dy, const Real* base, Real* dx,
                                           OutputTokens output_tokens, Workspace& work) {
  Real* dheads = work.dheads.data();
  output_.backward_weight(attended(output_tokens, work), dy, work.dense.data());
  output_.backward_input(dy, nullptr, dheads);
  scatter_tokens(output_tokens, pairs_.tokens, side() * N, dheads, dheads);
  for (int h = 0; h < heads_; ++h) {
    const int at = h * pairs_.keys * N;
    const Real *q = queries_.data() + at, *k = q + side() * N, *v = k + side() * N;
    Real *dq = work.dqueries.data() + at, *dk = dq + side() * N, *dv = dk + side() * N;
    kernels_->backward(pairs_, weight_, q, k, v, kept_.data() + h * pairs_.kept(N),
                       inverse_sum_.data() + h * pairs_.tokens * N, attended_.data() + at, dheads + at,
                       work.pairs.data(), dq, dk, dv);
  }
  if (mean_) divide_by_position(work.dqueries.data());
  if (!sines_.empty()) rotary_backward<Real, N>(rotary(), cosines_.data(), sines_.data(), work.dqueries.data());
  query_key_value_.backward_weight(x, work.dqueries.data(), work.dense.data());
  if (dx) query_key_value_.backward_input(work.dqueries.data(), base, dx);
}

#define INSTANTIATE(Real, N) template class MultiHeadAttention<Real, N>;
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)
#undef INSTANTIATE

}  // namespace icsweep
