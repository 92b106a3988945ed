#include "models/transformer/attention_layer.hpp"

#include <algorithm>

#include "models/kernels/linear_attention.hpp"
#include "models/kernels/merge.hpp"
#include "models/kernels/quadratic_attention.hpp"
#include "models/kernels/positional_attention.hpp"
#include "models/transformer/layers.hpp"

namespace icsweep {
namespace {

PairWeight pair_weight(const TransformerShape& s) {
  return s.attention == Attention::softmax ? PairWeight::softmax : PairWeight::exponential;
}

/// Scalars of working memory that a head's attention needs.
int attention_memory(const TransformerShape& s, int lanes) {
  const int T = s.tokens, K = s.width + 1;
  if (s.rounds()) return attention_scratch({T, K, K}, lanes);
  return s.attention == Attention::linear ? AttentionShape{T, K}.scratch(lanes) : PairShape{T, 0, 0}.scratch(lanes);
}

/// Scalars of working memory for the weight gradient of a map with bfloat16 factors.
template <class Real, int N>
int map_memory(const TransformerShape& s) {
  return wide_kernels<Real, N>(s.precision).memory({s.tokens, s.width + 1, s.width + 1}).scratch;
}

}  // namespace

template <class Real, int N>
AttentionLayer<Real, N>::Workspace::Workspace(const TransformerShape& s)
    : dquery(s.tokens * (s.width + 1) * N),
      dattention(dquery.size()),
      attention(attention_memory(s, N)),
      merge(MergeShape{s.width, s.width}.scratch()),
      da((s.width + 1) * (s.width + 1)),
      db(s.width * (s.width + 1)),
      head(s.shares_output() ? 4 * s.width * s.width + 3 * s.width : 0),
      dhead(head.size()),
      dkey(s.rounds() ? dquery.size() : 0),
      dvalue(dkey.size()),
      rounded(s.rounds() ? map_memory<Real, N>(s) : 0) {}

template <class Real, int N>
AttentionLayer<Real, N>::AttentionLayer(const TransformerShape& s, int layer)
    : shape_(s),
      features_(s.layer_features(layer)),
      copies_(layer == 0 ? s.copies : 1),
      kernels_(&wide_attention_kernels<Real, N>(s.precision)),
      heads_(s.heads),
      positions_(s),
      theta_(s.attention_parameters()),
      bias_(s.bare() ? 0 : s.width),
      dbias_(bias_.size()) {
  const int T = s.tokens, D = s.width, K = features_ + 1;
  for (Head& head : heads_) {
    head.a = HeadMap<Real, N>(T, K, K, s.precision);
    head.b = HeadMap<Real, N>(T, K, D, s.precision);
    head.query.resize(T * K * N);
    head.attention.resize(T * K * N);
    if (s.keeps_pairs()) head.kept.resize(PairShape{T, K, K}.kept(N));
    if (s.attention == Attention::softmax) head.inverse_sum.resize(T * N);
  }
}

template <class Real, int N>
void AttentionLayer<Real, N>::centre(int rows, int columns, Real* matrix) const {
  if (takes_centred(shape_.residual)) centre_columns(rows, columns, matrix);
}

template <class Real, int N>
const Real* AttentionLayer<Real, N>::set_parameters(const Real* theta, Workspace& work) {
  std::copy_n(theta, theta_.size(), theta_.data());
  const MergeShape merge{shape_.width, features_, copies_, shape_.bare()};
  for (int h = 0; h < shape_.heads; ++h) {
    Head& head = heads_[h];
    merge_head<Real>(merge, head_parameters(h, work), work.merge.data(), head.a.weight(), head.b.weight());
    centre(shape_.width, features_ + 1, head.b.weight());
    head.a.take(), head.b.take();
  }
  positions_.set_parameters(theta_.data() + shape_.heads * shape_.head_parameters(), theta_.data());
  std::copy_n(theta_.data() + theta_.size() - bias_.size(), bias_.size(), bias_.data());
  centre(int(bias_.size()), 1, bias_.data());
  return theta + theta_.size();
}

template <class Real, int N>
const Real* AttentionLayer<Real, N>::head_parameters(int h, Workspace& work) const {
  const Real* own = theta_.data() + h * shape_.head_parameters();
  if (!shape_.shares_output()) return own;
  Real* end = std::copy_n(own, shape_.head_parameters(), work.head.data());
  std::copy_n(theta_.data() + shared_output(), shape_.width * shape_.width, end);
  return work.head.data();
}

template <class Real, int N>
Real* AttentionLayer<Real, N>::reduce_gradient(Real* gradient, Workspace& work) {
  const MergeShape merge{shape_.width, features_, copies_, shape_.bare()};
  const int own = shape_.head_parameters(), outputs = shape_.width * shape_.width;
  Real* const shared = gradient + shared_output();
  if (shape_.shares_output()) std::fill_n(shared, outputs, Real(0));
  for (int h = 0; h < shape_.heads; ++h) {
    Head& head = heads_[h];
    Real* const to = shape_.shares_output() ? work.dhead.data() : gradient + h * own;
    head.a.write_gradient(work.da.data());
    head.b.write_gradient(work.db.data());
    centre(shape_.width, features_ + 1, work.db.data());
    merge_head_backward<Real>(merge, head_parameters(h, work), work.da.data(), work.db.data(), work.merge.data(), to);
    if (!shape_.shares_output()) continue;
    std::copy_n(to, own, gradient + h * own);
    for (int i = 0; i < outputs; ++i) shared[i] += to[own + i];
  }
  positions_.reduce_gradient(gradient + shape_.heads * own, gradient, theta_.data());
  Real* const bias = gradient + theta_.size() - bias_.size();
  dbias_.write(bias);
  centre(int(bias_.size()), 1, bias);
  return gradient + theta_.size();
}

/// The query of x_0 = 0 is A's last column, which multiplies the constant 1.
template <class Real, int N>
void AttentionLayer<Real, N>::queries(Head& head, const Real* x) const {
  const int T = shape_.tokens, K = features_ + 1;
  Real* const query = head.query.data();
  if (shape_.query == Query::last) return head.a.forward(T, x, nullptr, query, false);
  for (int i = 0; i < K; ++i) std::fill_n(query + i * N, N, head.a.weight()[i * K + K - 1]);
  if (T > 1) head.a.forward(T - 1, x, nullptr, query + K * N, false);
}

template <class Real, int N>
void AttentionLayer<Real, N>::queries_backward(Head& head, const Real* x, Real* dx, Workspace& work) {
  const Real* dquery = work.dquery.data();
  const int first = shape_.query == Query::previous, T = shape_.tokens - first, K = features_ + 1;
  for (int i = 0; first && i < K; ++i)
    for (int n = 0; n < N; ++n) head.a.lanes()[(i * K + K - 1) * N + n] += dquery[i * N + n];
  if (T == 0) return;
  dquery += first * K * N;
  head.a.backward_weight(T, x, dquery, nullptr, work.rounded.data());
  if (dx) head.a.backward_input(T, dquery, dx, true);
}

template <class Real, int N>
void AttentionLayer<Real, N>::forward(const Real* x, Real* z, Workspace& work) {
  const Real* bias = shape_.bare() ? nullptr : bias_.data();
  for (int h = 0; h < shape_.heads; ++h) {
    Head& head = heads_[h];
    queries(head, x);
    attend(h, x, work);
    head.b.forward(shape_.tokens, head.attention.data(), bias, z, h > 0);
  }
}

template <class Real, int N>
void AttentionLayer<Real, N>::backward(const Real* x, const Real* dz, Real* dx, Workspace& work) {
  const int T = shape_.tokens;
  for (int h = 0; h < shape_.heads; ++h) {
    Head& head = heads_[h];
    Real* bias = h == 0 && !shape_.bare() ? dbias_.lanes() : nullptr;
    head.b.backward_weight(T, head.attention.data(), dz, bias, work.rounded.data());
    head.b.backward_input(T, dz, work.dattention.data(), false);
    attend_backward(h, x, work.dattention.data(), dx, work);
    queries_backward(head, x, dx, work);
  }
}

template <class Real, int N>
void AttentionLayer<Real, N>::attend(int h, const Real* x, Workspace& work) {
  Head& head = heads_[h];
  const int T = shape_.tokens, K = features_ + 1;
  const PairShape pairs{T, K, K};
  const Real* q = head.query.data();
  Real *z = head.attention.data(), *scratch = work.attention.data();
  if (shape_.rounds())
    return kernels_->forward(pairs, pair_weight(shape_), q, x, x, scratch, head.kept_pairs(), head.inverse_sum.data(),
                             z);
  switch (shape_.attention) {
    case Attention::linear:
      return linear_attention_forward<Real, N>({T, K}, x, q, scratch, z);
    case Attention::exponential:
    case Attention::softmax:
      return quadratic_attention_forward<Real, N>(pairs, pair_weight(shape_), q, x, x, head.kept_pairs(),
                                                  head.inverse_sum.data(), z);
    case Attention::positional:
      return positional_attention_forward<Real, N>(pairs, q, x, x, positions_.factor(h), scratch, head.kept_pairs(), z);
  }
}

template <class Real, int N>
void AttentionLayer<Real, N>::attend_backward(int h, const Real* x, const Real* dz, Real* dx, Workspace& work) {
  Head& head = heads_[h];
  const int T = shape_.tokens, K = features_ + 1;
  const PairShape pairs{T, K, K};
  const Real* q = head.query.data();
  Real *dq = work.dquery.data(), *scratch = work.attention.data();
  if (shape_.rounds()) {
    kernels_->backward(pairs, pair_weight(shape_), q, x, x, head.kept_pairs(), head.inverse_sum.data(),
                       head.attention.data(), dz, scratch, dq, work.dkey.data(), work.dvalue.data());
    for (int i = 0; dx && i < T * K * N; ++i) dx[i] += work.dkey[i] + work.dvalue[i];
    return;
  }
  switch (shape_.attention) {
    case Attention::linear:
      return linear_attention_backward<Real, N>({T, K}, x, q, dz, scratch, dq, dx);
    case Attention::exponential:
    case Attention::softmax:
      return quadratic_attention_backward<Real, N>(pairs, pair_weight(shape_), q, x, x, head.kept_pairs(),
                                                   head.inverse_sum.data(), head.attention.data(), dz, scratch, dq, dx,
                                                   dx);
    case Attention::positional:
      return positional_attention_backward<Real, N>(pairs, q, x, x, positions_.factor(h), head.kept_pairs(), dz,
                                                    scratch, dq, dx, dx, positions_.sums(h));
  }
}

template class AttentionLayer<float, 16>;
template class AttentionLayer<float, 8>;
template class AttentionLayer<double, 1>;

}  // namespace icsweep
