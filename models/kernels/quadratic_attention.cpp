#include "models/kernels/quadratic_attention.hpp"

#include "models/kernels/tiles/exponential.hpp"
#include "models/kernels/tiles/pair_values.hpp"

namespace icsweep {
namespace {

using namespace detail;

/// buffer(c, r) = score of query t + r with key c. Also finds the largest score of each row. Entries beyond the
/// diagonal are undefined.
template <int Rows, class V, int N, class In, class Weight>
ICSWEEP_REGISTER_TILE void causal_scores(int t, int features, In q, In k, Weight buffer, V (&largest)[Rows]) {
  unroll<Rows>([&](auto r) { largest[r].setConstant(-std::numeric_limits<typename V::Scalar>::infinity()); });
  for_each_product<Rows, V, N>(
      {0, t + Rows}, features, q, k, buffer, [&](int c, auto columns, auto& score) __attribute__((always_inline)) {
        const auto to = buffer.key(c);
        unroll<Rows>([&](auto r) { unroll<columns()>([&](auto j) { to(j, r) = score[r][j]; }); });
        const auto take = [&](auto r, auto j) __attribute__((always_inline)) {
          largest[r] = largest[r].max(score[r][j]);
        };
        if (c + columns <= t + 1) return unroll<Rows>([&](auto r) { unroll<columns()>([&](auto j) { take(r, j); }); });
        unroll<Rows>([&](auto r) {
          unroll<columns()>([&](auto j) {
            if (c + j <= t + r) take(r, j);
          });
        });
      });
}

/// Replaces the buffer's scores up to the diagonal by p = e^{s − shift}, and calls f(r, p) for each. Query t + r.
template <int Rows, class V, class Weight, class F>
[[gnu::always_inline]] inline void exponentials(int t, Weight buffer, const V (&shift)[Rows], typename V::Scalar least,
                                                F&& f) {
  const auto weigh = [&](int c, auto r) __attribute__((always_inline)) {
    const V p = exponential(V(buffer(c, r) - shift[r]), least);
    buffer(c, r) = p;
    f(r, p);
  };
  for (int c = 0; c <= t; ++c) unroll<Rows>([&](auto r) { weigh(c, r); });
  unroll<Rows>([&](auto r) {
    for (int c = t + 1; c <= t + r; ++c) weigh(c, r);
  });
}

/// buffer(c, r) = 0 beyond the diagonal.
template <int Rows, class Weight>
void clear_future(int t, Keys keys, Weight buffer) {
  for (int r = 0; r < Rows; ++r)
    for (int c = std::max(0, t + r + 1 - keys.begin); c < keys.count(); ++c) buffer(c, r).setZero();
}

/// Weights p and the gradients of the scores, 0 beyond the diagonal, from the kept values and ⟨dz, w⟩.
template <int Rows, class Real, int N, class Kept, class In>
ICSWEEP_REGISTER_TILE void weigh(const PairShape& s, PairWeight weight, const Block<Real, N>& at, Kept kept,
                                 const Real* inverse_sum, const Real* z_, In dz) {
  using V = Lane<Real, N>;
  const int t = at.first, count = at.keys.count();
  V mean[Rows], inverse[Rows];
  unroll<Rows>([&](auto r) { mean[r].setZero(), inverse[r].setOnes(); });
  if (weight == PairWeight::softmax) {
    const auto z = at.tokens(z_, s.output_row()).from(t);
    unroll<Rows>([&](auto r) { inverse[r] = at.tokens(inverse_sum, 1)(t + r, 0); });
    for (int f = 0; f < s.values; ++f) unroll<Rows>([&](auto r) { mean[r] += dz(r, f) * z(r, f); });
  }
  for (int c = 0; c < count; ++c)
    unroll<Rows>([&](auto r) {
      const V p = kept(at.keys.begin + c, r) * inverse[r];
      at.weight(c, r) = p;
      if (weight != PairWeight::linear) at.slope(c, r) = (at.slope(c, r) - mean[r]) * p;
    });
  clear_future<Rows>(t, at.keys, at.slope);
}

}  // namespace

template <class Real, int N>
void quadratic_attention_forward(const PairShape& s, PairWeight weight, const Real* q, const Real* k, const Real* v,
                                 Real* kept, Real* inverse_sum, Real* z_) {
  using V = Lane<Real, N>;
  for_each_strip<Real, N>(s, kept, [&](const Strip<Real, N>& at, auto rows) ICSWEEP_REGISTER_TILE {
    const int t = at.t;
    V largest[rows()], sum[rows()];
    causal_scores<rows(), V, N>(t, s.keys, at.tokens(q, s.key_row()).from(t), at.tokens(k, s.key_row()), at.kept,
                                largest);
    if (weight != PairWeight::softmax) unroll<rows()>([&](auto r) { largest[r].setZero(); });
    unroll<rows()>([&](auto r) { sum[r].setZero(); });
    const auto add = [&](auto r, const V& p) __attribute__((always_inline)) {
      sum[r] += p;
    };
    const Real least = least_exponent<Real>(weight == PairWeight::softmax);
    if (weight != PairWeight::linear) exponentials(t, at.kept, largest, least, add);
    clear_future<rows()>(t, {0, t + rows}, at.kept);
    const auto z = at.tokens(z_, s.output_row()).from(t);
    gather_values<rows(), V, N>(s, t, at.kept, at.tokens(v, s.value_row()), z);
    if (weight != PairWeight::softmax) return;
    const auto inverse = at.tokens(inverse_sum, 1).from(t);
    unroll<rows()>([&](auto r) {
      sum[r] = sum[r].inverse();
      inverse(r, 0) = sum[r];
      for (int f = 0; f < s.values; ++f) z(r, f) *= sum[r];
    });
  });
}

template <class Real, int N>
void quadratic_attention_backward(const PairShape& s, PairWeight weight, const Real* q, const Real* k_, const Real* v,
                                  const Real* kept, const Real* inverse_sum, const Real* z, const Real* dz_,
                                  Real* scratch, Real* dq, Real* dk, Real* dv) {
  using V = Lane<Real, N>;
  const auto strip = [&](const Block<Real, N>& at, auto rows) {
    const auto dz = at.tokens(dz_, s.output_row()).from(at.first);
    value_products<rows()>(s, at, at.tokens(v, s.value_row()), dz);
    weigh<rows()>(s, weight, at, kept_strip<V, N>(s, kept, at.first, at.piece), inverse_sum, z, dz);
    add_to_queries<rows()>(s, at, at.tokens(k_, s.key_row()), at.tokens(dq, s.key_row()));
  };
  for_each_block<Real, N>(s, scratch, strip, [&](const Block<Real, N>& at) {
    if (dk) scatter_pairs(s, at, q, dz_, dk, dv);
  });
}

#define INSTANTIATE(Real, N)                                                                                           \
  template void quadratic_attention_forward<Real, N>(const PairShape&, PairWeight, const Real*, const Real*,           \
                                                     const Real*, Real*, Real*, Real*);                                \
  template void quadratic_attention_backward<Real, N>(const PairShape&, PairWeight, const Real*, const Real*,          \
                                                      const Real*, const Real*, const Real*, const Real*, const Real*, \
                                                      Real*, Real*, Real*, Real*);
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
