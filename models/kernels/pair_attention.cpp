#include "models/kernels/pair_attention.hpp"

#include "models/kernels/pair_tiles.hpp"

namespace icsweep {
namespace {

using namespace detail;

/// buffer(c, r) = score of query t + r with key c, `beyond` for c > t + r.
template <int Rows, class V, int N, class In>
void causal_scores(int t, int features, In q, In k, PairBuffer<V, N> buffer, typename V::Scalar beyond) {
  for_each_tile<tile<N>>(t + Rows, [&](int c, auto columns) {
    V score[Rows][columns()];
    products<Rows, columns(), V>(features, q, k + c * features, score);
    unroll<Rows>([&](auto r) {
      unroll<columns()>([&](auto j) {
        if (c + j > t + r) score[r][j].setConstant(beyond);
        buffer(c + j, r) = score[r][j];
      });
    });
  });
}

/// The buffer's scores become e^{s − shift}, 0 beyond the diagonal; sum: of each row.
template <int Rows, class V, int N>
void exponentials(int t, PairBuffer<V, N> buffer, const V (&shift)[Rows], V (&sum)[Rows]) {
  unroll<Rows>([&](auto r) { sum[r].setZero(); });
  for (int c = 0; c < t + Rows; ++c)
    unroll<Rows>([&](auto r) {
      V p = (buffer(c, r) - shift[r]).exp();
      if (c > t + r) p.setZero();  // Eigen's exp(−∞) may be a subnormal number
      sum[r] += p;
      buffer(c, r) = p;
    });
}

template <int Rows, class V, int N>
void largest_of_rows(int t, PairBuffer<V, N> buffer, V (&largest)[Rows]) {
  unroll<Rows>([&](auto r) { largest[r] = buffer(0, r); });
  for (int c = 1; c < t + Rows; ++c) unroll<Rows>([&](auto r) { largest[r] = largest[r].max(buffer(c, r)); });
}

/// z_r = Σ_c weight(c, r) w_c of a strip. Shifted, the diagonal weights are taken out of the buffer for that: what a
/// token's own label would add must not even be rounded.
template <int Rows, class V, int N, class In, class Out>
void gather_values(const PairShape& s, int t, PairBuffer<V, N> weight, In v, Out z) {
  if (!s.shifted) return gather_rows<Rows, V, N>(t + Rows, s.values, weight, v, z);
  V own[Rows];
  unroll<Rows>([&](auto r) {
    own[r] = weight(t + r, r);
    weight(t + r, r).setZero();
  });
  gather_rows<Rows, V, N>(t + Rows - 1, s.values, weight, v + s.values, z);
  unroll<Rows>([&](auto r) {
    for (int f = 0; f < s.values; ++f) z[r * s.values + f] += own[r] * v[(t + r) * s.values + f];
  });
}

/// slope(c, r) = ⟨dz_r, w_c⟩ − mean_r for c ≤ t + r; what it holds beyond is overwritten later.
template <int Rows, class V, int N, class In>
void value_products(const PairShape& s, int t, In v, In dz, const V (&mean)[Rows], PairBuffer<V, N> slope) {
  const auto rows_of = [&](int count, In values) {
    for_each_tile<tile<N>>(count, [&](int c, auto columns) {
      V product[Rows][columns()];
      products<Rows, columns(), V>(s.values, dz, values + c * s.values, product);
      unroll<Rows>([&](auto r) { unroll<columns()>([&](auto j) { slope(c + j, r) = product[r][j] - mean[r]; }); });
    });
  };
  if (!s.shifted) return rows_of(t + Rows, v);
  if (t + Rows > 1) rows_of(t + Rows - 1, v + s.values);
  unroll<Rows>([&](auto r) {
    V product = -mean[r];
    for (int f = 0; f < s.values; ++f) product += dz[r * s.values + f] * v[(t + r) * s.values + f];
    slope(t + r, r) = product;
  });
}

}  // namespace

template <class Real, int N>
void pair_attention_forward(const PairShape& s, PairWeight weight, const Real* q, const Real* k, const Real* v,
                            Real* scratch, Real* log_sum_, Real* z_) {
  using V = Lane<Real, N>;
  constexpr Real none = -std::numeric_limits<Real>::infinity();
  for_each_strip<Real, N>(s, scratch, [&](const Strip<Real, N>& at, auto rows) {
    const int t = at.t;
    V shift[rows()], sum[rows()];
    const bool linear = weight == PairWeight::linear;
    causal_scores<rows(), V, N>(t, s.keys, as_lanes<Real, N>(q, at.piece) + t * s.keys, as_lanes<Real, N>(k, at.piece),
                                at.weight, linear ? Real(0) : none);
    if (weight == PairWeight::softmax) largest_of_rows<rows(), V, N>(t, at.weight, shift);
    else unroll<rows()>([&](auto r) { shift[r].setZero(); });
    if (!linear) exponentials<rows(), V, N>(t, at.weight, shift, sum);
    const auto z = as_lanes<Real, N>(z_, at.piece) + t * s.values;
    gather_values<rows(), V, N>(s, t, at.weight, as_lanes<Real, N>(v, at.piece), z);
    if (weight != PairWeight::softmax) return;
    const auto log_sum = as_lanes<Real, N>(log_sum_, at.piece) + t;
    unroll<rows()>([&](auto r) {
      const V inverse = sum[r].inverse();
      log_sum[r] = shift[r] + sum[r].log();
      for (int f = 0; f < s.values; ++f) z[r * s.values + f] *= inverse;
    });
  });
}

template <class Real, int N>
void pair_attention_backward(const PairShape& s, PairWeight weight, const Real* q_, const Real* k_, const Real* v,
                             const Real* log_sum_, const Real* z_, const Real* dz_, Real* scratch, Real* dq, Real* dk,
                             Real* dv) {
  using V = Lane<Real, N>;
  constexpr Real none = -std::numeric_limits<Real>::infinity();
  for_each_strip<Real, N>(s, scratch, [&](const Strip<Real, N>& at, auto rows) {
    const int t = at.t, count = t + rows;
    const auto q = as_lanes<Real, N>(q_, at.piece) + t * s.keys, k = as_lanes<Real, N>(k_, at.piece);
    const auto dz = as_lanes<Real, N>(dz_, at.piece) + t * s.values;
    V shift[rows()], mean[rows()], sum[rows()];
    unroll<rows()>([&](auto r) { shift[r].setZero(), mean[r].setZero(); });
    const bool linear = weight == PairWeight::linear;
    causal_scores<rows(), V, N>(t, s.keys, q, k, at.weight, linear ? Real(0) : none);
    if (weight == PairWeight::softmax) {
      const auto z = as_lanes<Real, N>(z_, at.piece) + t * s.values;
      const auto log_sum = as_lanes<Real, N>(log_sum_, at.piece) + t;
      unroll<rows()>([&](auto r) { shift[r] = log_sum[r]; });
      for (int f = 0; f < s.values; ++f)
        unroll<rows()>([&](auto r) { mean[r] += dz[r * s.values + f] * z[r * s.values + f]; });
    }
    value_products<rows(), V, N>(s, t, as_lanes<Real, N>(v, at.piece), dz, mean, at.slope);
    if (!linear) exponentials<rows(), V, N>(t, at.weight, shift, sum);
    for (int c = 0; c < count; ++c)
      unroll<rows()>([&](auto r) {
        if (c > t + r) at.slope(c, r).setZero();
        else if (!linear) at.slope(c, r) *= at.weight(c, r);
      });
    gather_rows<rows(), V, N>(count, s.keys, at.slope, k, as_lanes<Real, N>(dq, at.piece) + t * s.keys);
    if (dk) at.template scatter<rows()>(s, q, dz, dk, dv);
  });
}

#define INSTANTIATE(Real, N)                                                                                          \
  template void pair_attention_forward<Real, N>(const PairShape&, PairWeight, const Real*, const Real*, const Real*,  \
                                                Real*, Real*, Real*);                                                 \
  template void pair_attention_backward<Real, N>(const PairShape&, PairWeight, const Real*, const Real*, const Real*, \
                                                 const Real*, const Real*, const Real*, Real*, Real*, Real*, Real*);
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
