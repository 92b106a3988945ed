#include "models/kernels/pair_attention.hpp"

#include "models/kernels/pair_values.hpp"

namespace icsweep {
namespace {

using namespace detail;

/// buffer(c, r) = score of query t + r with key c, −∞ beyond the diagonal, and the largest of each row.
template <int Rows, class V, int N, class In>
void causal_scores(int t, int features, In q, In k, PairBuffer<V, N> buffer, V (&largest)[Rows]) {
  constexpr auto none = -std::numeric_limits<typename V::Scalar>::infinity();
  unroll<Rows>([&](auto r) { largest[r].setConstant(none); });
  for_each_tile<tile<N>>(t + Rows, [&](int c, auto columns) {
    V score[Rows][columns()];
    products<Rows, columns(), V>(features, q, k.from(c), score);
    unroll<Rows>([&](auto r) {
      unroll<columns()>([&](auto j) {
        if (c + j > t + r) score[r][j].setConstant(none);
        largest[r] = largest[r].max(score[r][j]);
        buffer(c + j, r) = score[r][j];
      });
    });
  });
}

/// The buffer's scores become p = e^{s − shift}, 0 beyond the diagonal; f(c, r, p) sees each.
template <int Rows, class V, int N, class F>
[[gnu::always_inline]] inline void exponentials(int t, PairBuffer<V, N> buffer, const V (&shift)[Rows], F&& f) {
  for (int c = 0; c < t + Rows; ++c)
    unroll<Rows>([&](auto r) {
      V p = (buffer(c, r) - shift[r]).exp();
      if (c > t + r) p.setZero();  // Eigen's exp(−∞) may be a subnormal number
      buffer(c, r) = p;
      f(c, r, p);
    });
}

/// buffer(c, r) = 0 beyond the diagonal.
template <int Rows, class V, int N>
void clear_future(int t, PairBuffer<V, N> buffer) {
  for (int r = 0; r < Rows; ++r)
    for (int c = t + r + 1; c < t + Rows; ++c) buffer(c, r).setZero();
}

}  // namespace

template <class Real, int N>
void pair_attention_forward(const PairShape& s, PairWeight weight, const Real* q, const Real* k, const Real* v,
                            Real* scratch, Real* log_sum_, Real* z_) {
  using V = Lane<Real, N>;
  for_each_strip<Real, N>(s, scratch, [&](const Strip<Real, N>& at, auto rows) {
    const int t = at.t;
    V largest[rows()], sum[rows()];
    causal_scores<rows(), V, N>(t, s.keys, at.tokens(q, s.key_row()).from(t), at.tokens(k, s.key_row()), at.weight,
                                largest);
    if (weight != PairWeight::softmax) unroll<rows()>([&](auto r) { largest[r].setZero(); });
    unroll<rows()>([&](auto r) { sum[r].setZero(); });
    const auto add = [&](int, auto r, const V& p) __attribute__((always_inline)) {
      sum[r] += p;
    };
    if (weight == PairWeight::linear) clear_future<rows()>(t, at.weight);
    else exponentials(t, at.weight, largest, add);
    const auto z = at.tokens(z_, s.output_row()).from(t);
    gather_values<rows()>(s, t, at.weight, at.tokens(v, s.value_row()), z);
    if (weight != PairWeight::softmax) return;
    const auto log_sum = at.tokens(log_sum_, 1).from(t);
    unroll<rows()>([&](auto r) {
      const V inverse = sum[r].inverse();
      log_sum(r, 0) = largest[r] + sum[r].log();
      for (int f = 0; f < s.values; ++f) z(r, f) *= inverse;
    });
  });
}

template <class Real, int N>
void pair_attention_backward(const PairShape& s, PairWeight weight, const Real* q_, const Real* k_, const Real* v,
                             const Real* log_sum_, const Real* z_, const Real* dz_, Real* scratch, Real* dq, Real* dk,
                             Real* dv) {
  using V = Lane<Real, N>;
  for_each_strip<Real, N>(s, scratch, [&](const Strip<Real, N>& at, auto rows) {
    const int t = at.t;
    const auto q = at.tokens(q_, s.key_row()).from(t), k = at.tokens(k_, s.key_row());
    const auto dz = at.tokens(dz_, s.output_row()).from(t);
    V largest[rows()], mean[rows()], log_sum[rows()];
    causal_scores<rows(), V, N>(t, s.keys, q, k, at.weight, largest);
    unroll<rows()>([&](auto r) { mean[r].setZero(), log_sum[r].setZero(); });
    if (weight == PairWeight::softmax) {
      const auto z = at.tokens(z_, s.output_row()).from(t);
      unroll<rows()>([&](auto r) { log_sum[r] = at.tokens(log_sum_, 1)(t + r, 0); });
      for (int f = 0; f < s.values; ++f) unroll<rows()>([&](auto r) { mean[r] += dz(r, f) * z(r, f); });
    }
    value_products(s, t, at.tokens(v, s.value_row()), dz, mean, at.slope);
    const auto scale = [&](int c, auto r, const V& p) __attribute__((always_inline)) {
      at.slope(c, r) *= p;
    };
    if (weight == PairWeight::linear) clear_future<rows()>(t, at.weight);
    else exponentials(t, at.weight, log_sum, scale);
    clear_future<rows()>(t, at.slope);
    gather_rows<rows(), V, N>(t + rows, s.keys, at.slope, k, at.tokens(dq, s.key_row()).from(t));
    if (dk) scatter_pairs<rows()>(s, at, q, dz, dk, dv);
  });
}

#define INSTANTIATE(Real, N)                                                                                          \
  template void pair_attention_forward<Real, N>(const PairShape&, PairWeight, const Real*, const Real*, const Real*,  \
                                                Real*, Real*, Real*);                                                 \
  template void pair_attention_backward<Real, N>(const PairShape&, PairWeight, const Real*, const Real*, const Real*, \
                                                 const Real*, const Real*, const Real*, Real*, Real*, Real*, Real*);
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
