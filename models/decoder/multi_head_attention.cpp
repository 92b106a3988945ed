#include "models/decoder/multi_head_attention.hpp"

#include <algorithm>

namespace icsweep {
namespace {

PairShape head_shape(const DecoderShape& s, int row) {
  PairShape pairs{s.tokens, s.head_width(), s.head_width()};
  pairs.shift = s.shift;
  pairs.row = row;
  pairs.out_row = s.heads * s.head_width();
  return pairs;
}

}  // namespace

template <class Real, int N>
MultiHeadAttention<Real, N>::MultiHeadAttention(const DecoderShape& s, bool merged, bool last)
    : weight_(s.mixing == Mixing::softmax ? PairWeight::softmax : PairWeight::linear),
      kernels_(&wide_attention_kernels<Real, N>(s.map_precision())),
      heads_(s.heads),
      single_(last && s.one_output),
      query_key_value_(s, merged, single_),
      output_(s.tokens, s.heads * s.head_width(), s.bare() ? s.outputs : s.width, !s.bare(), s.map_precision()) {
  pairs_ = head_shape(s, query_key_value_.row());
  kept_.resize(heads_ * pairs_.kept(N));
  inverse_sum_.resize(heads_ * s.tokens * N);
  attended_.resize(s.tokens * side() * N);
}

template <class Real, int N>
MultiHeadAttention<Real, N>::Workspace::Workspace(const DecoderShape&, const MultiHeadAttention& layer)
    : pairs(attention_scratch(layer.pairs_, N)),
      dense(layer.output_.scratch()),
      dheads(layer.attended_.size()),
      read(layer.attended_.size()),
      gradients(layer.query_key_value_) {}

template <class Real, int N>
const Real* MultiHeadAttention<Real, N>::set_parameters(const Real* theta, const Real* read_in) {
  return output_.set_parameters(query_key_value_.set_parameters(theta, read_in));
}

template <class Real, int N>
Real* MultiHeadAttention<Real, N>::reduce_gradient(Real* gradient, Real* read_in) {
  return output_.reduce_gradient(query_key_value_.reduce_gradient(gradient, read_in));
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
  query_key_value_.forward(x, output_tokens);
  for (int h = 0; h < heads_; ++h) {
    const int at = h * pairs_.keys * N;
    kernels_->forward(pairs(output_tokens), weight_, query_key_value_.queries() + at, query_key_value_.keys() + at,
                      query_key_value_.values() + at, work.pairs.data(), kept_.data() + h * pairs_.kept(N),
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
  const QueryKeyValue<Real, N>& qkv = query_key_value_;
  for (int h = 0; h < heads_; ++h) {
    const int at = h * pairs_.keys * N;
    kernels_->backward(pairs(output_tokens), weight_, qkv.queries() + at, qkv.keys() + at, qkv.values() + at,
                       kept_.data() + h * pairs_.kept(N), inverse_sum_.data() + h * pairs_.tokens * N,
                       attended_.data() + at, dheads + at, work.pairs.data(), qkv.dqueries(work.gradients) + at,
                       qkv.dkeys(work.gradients) + at, qkv.dvalues(work.gradients) + at);
  }
  query_key_value_.backward(x, base, dx, output_tokens, work.gradients);
}

#define INSTANTIATE(Real, N) template class MultiHeadAttention<Real, N>;
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)
#undef INSTANTIATE

}  // namespace icsweep
