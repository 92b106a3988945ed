#include "models/decoder/multi_head_attention.hpp"

#include <algorithm>

#include "models/layers/partner.hpp"

namespace icsweep {
namespace {

PairShape head_shape(const DecoderShape& s, int layer, int row) {
  PairShape pairs{s.tokens, s.head_width(), s.head_width()};
  pairs.shift = s.shift_of(layer);
  pairs.row = row;
  pairs.out_row = s.heads * s.head_width();
  return pairs;
}

}  // namespace

template <class Real, int N>
MultiHeadAttention<Real, N>::MultiHeadAttention(const DecoderShape& s, int layer)
    : weight_(s.mixing == Mixing::softmax ? PairWeight::softmax : PairWeight::linear),
      kernels_(&wide_attention_kernels<Real, N>(s.map_precision())),
      heads_(s.heads),
      single_(s.last(layer) && s.one_output),
      query_key_value_(s, s.merged(layer), single_),
      output_(s.tokens, s.heads * s.head_width(), s.bare() ? s.outputs : s.width, !s.bare(), s.map_precision()) {
  pairs_ = head_shape(s, layer, query_key_value_.row());
  kept_.resize(heads_ * pairs_.kept(N));
  inverse_sum_.resize(heads_ * s.tokens * N);
  attended_.resize(s.tokens * side() * N);
}

template <class Real, int N>
MultiHeadAttention<Real, N>::Workspace::Workspace(const DecoderShape&, const MultiHeadAttention& layer)
    : pairs((layer.heads_ > 1 ? 2 : 1) * attention_scratch(layer.pairs_, N)),
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
template <class Work>
void MultiHeadAttention<Real, N>::share_heads(Workspace& work, Work&& of_head) const {
  share_halves(heads_, [&](int first, int count) {
    Real* const scratch = work.pairs.data() + (first > 0 ? work.pairs.size() / 2 : 0);
    for (int h = first; h < first + count; ++h) of_head(h, scratch);
  });
}

template <class Real, int N>
void MultiHeadAttention<Real, N>::forward(const Real* x, const Real* base, Real* y, OutputTokens output_tokens,
                                          Workspace& work) {
  query_key_value_.forward(x, output_tokens);
  share_heads(work, [&](int h, Real* scratch) {
    const int at = h * pairs_.keys * N;
    kernels_->forward(pairs(output_tokens), weight_, query_key_value_.queries() + at, query_key_value_.keys() + at,
                      query_key_value_.values() + at, scratch, kept_.data() + h * pairs_.kept(N),
                      inverse_sum_.data() + h * pairs_.tokens * N, attended_.data() + at);
  });
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
  output_.backward(attended(output_tokens, work), dy, nullptr, work.dense.data(), dheads);
  scatter_tokens(output_tokens, pairs_.tokens, side() * N, dheads, dheads);
  const QueryKeyValue<Real, N>& qkv = query_key_value_;
  share_heads(work, [&](int h, Real* scratch) {
    const int at = h * pairs_.keys * N;
    kernels_->backward(pairs(output_tokens), weight_, qkv.queries() + at, qkv.keys() + at, qkv.values() + at,
                       kept_.data() + h * pairs_.kept(N), inverse_sum_.data() + h * pairs_.tokens * N,
                       attended_.data() + at, dheads + at, scratch, qkv.dqueries(work.gradients) + at,
                       qkv.dkeys(work.gradients) + at, qkv.dvalues(work.gradients) + at);
  });
  query_key_value_.backward(x, base, dx, output_tokens, work.gradients);
}

#define INSTANTIATE(Real, N) template class MultiHeadAttention<Real, N>;
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)
#undef INSTANTIATE

}  // namespace icsweep
