#include "models/kernels/softmax_attention.hpp"

#include "models/kernels/pair_tiles.hpp"

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
    products<Rows, columns(), V>(features, q, k + c * features, score);
    unroll<Rows>([&](auto r) {
      unroll<columns()>([&](auto j) {
        if (c + j > t + r) score[r][j].setConstant(none);
        largest[r] = largest[r].max(score[r][j]);
        buffer(c + j, r) = score[r][j];
      });
    });
  });
}

}  // namespace

template <class Real, int N>
void softmax_attention_forward(const PairShape& s, Normalisation normalisation, const Real* q, const Real* k,
                               const Real* v, Real* scratch, Real* log_sum_, Real* z_) {
  using V = Lane<Real, N>;
  for_each_strip<Real, N>(s, scratch, [&](const Strip<Real, N>& at, auto rows) {
    const int t = at.t, count = t + rows;
    V largest[rows()], sum[rows()];
    causal_scores<rows(), V, N>(t, s.keys, as_lanes<Real, N>(q, at.piece) + t * s.keys, as_lanes<Real, N>(k, at.piece),
                                at.weight, largest);
    if (normalisation == Normalisation::none) unroll<rows()>([&](auto r) { largest[r].setZero(); });
    unroll<rows()>([&](auto r) { sum[r].setZero(); });
    for (int c = 0; c < count; ++c)
      unroll<rows()>([&](auto r) {
        V p = (at.weight(c, r) - largest[r]).exp();
        if (c > t + r) p.setZero();  // Eigen's exp(−∞) may be a subnormal number
        sum[r] += p;
        at.weight(c, r) = p;
      });
    const auto z = as_lanes<Real, N>(z_, at.piece) + t * s.values;
    const auto log_sum = as_lanes<Real, N>(log_sum_, at.piece) + t;
    gather_rows<rows(), V, N>(count, s.values, at.weight, as_lanes<Real, N>(v, at.piece), z);
    if (normalisation == Normalisation::none) return unroll<rows()>([&](auto r) { log_sum[r].setZero(); });
    unroll<rows()>([&](auto r) {
      const V inverse = sum[r].inverse();
      log_sum[r] = largest[r] + sum[r].log();
      for (int f = 0; f < s.values; ++f) z[r * s.values + f] *= inverse;
    });
  });
}

template <class Real, int N>
void softmax_attention_backward(const PairShape& s, Normalisation normalisation, const Real* q_, const Real* k_,
                                const Real* v, const Real* log_sum_, const Real* z_, const Real* dz_, Real* scratch,
                                Real* dq, Real* dk, Real* dv) {
  using V = Lane<Real, N>;
  for_each_strip<Real, N>(s, scratch, [&](const Strip<Real, N>& at, auto rows) {
    const int t = at.t, count = t + rows;
    const auto q = as_lanes<Real, N>(q_, at.piece) + t * s.keys, k = as_lanes<Real, N>(k_, at.piece);
    const auto z = as_lanes<Real, N>(z_, at.piece) + t * s.values, dz = as_lanes<Real, N>(dz_, at.piece) + t * s.values;
    const auto log_sum = as_lanes<Real, N>(log_sum_, at.piece) + t;
    V largest[rows()], mean[rows()];
    causal_scores<rows(), V, N>(t, s.keys, q, k, at.weight, largest);
    unroll<rows()>([&](auto r) { mean[r].setZero(); });
    for (int f = 0; f < (normalisation == Normalisation::none ? 0 : s.values); ++f)
      unroll<rows()>([&](auto r) { mean[r] += dz[r * s.values + f] * z[r * s.values + f]; });
    for_each_tile<tile<N>>(count, [&](int c, auto columns) {
      V slope[rows()][columns()];
      products<rows(), columns(), V>(s.values, dz, as_lanes<Real, N>(v, at.piece) + c * s.values, slope);
      unroll<rows()>([&](auto r) { unroll<columns()>([&](auto j) { at.slope(c + j, r) = slope[r][j] - mean[r]; }); });
    });
    for (int c = 0; c < count; ++c)
      unroll<rows()>([&](auto r) {
        V p = (at.weight(c, r) - log_sum[r]).exp();
        if (c > t + r) p.setZero();
        at.weight(c, r) = p;
        at.slope(c, r) *= p;
      });
    gather_rows<rows(), V, N>(count, s.keys, at.slope, k, as_lanes<Real, N>(dq, at.piece) + t * s.keys);
    if (dk) at.template scatter<rows()>(s, q, dz, dk, dv);
  });
}

#define INSTANTIATE(Real, N)                                                                                          \
  template void softmax_attention_forward<Real, N>(const PairShape&, Normalisation, const Real*, const Real*,         \
                                                   const Real*, Real*, Real*, Real*);                                 \
  template void softmax_attention_backward<Real, N>(const PairShape&, Normalisation, const Real*, const Real*,        \
                                                    const Real*, const Real*, const Real*, const Real*, Real*, Real*, \
                                                    Real*, Real*);
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
