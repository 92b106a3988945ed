#include "models/kernels/positional_attention.hpp"

#include "models/kernels/lane_sums.hpp"
#include "models/kernels/pair_tiles.hpp"

namespace icsweep {
namespace {

using namespace detail;

/// buffer(c, r) = P[t + r][c] Σ_f a_r[f] b_c[f] for the Rows queries of a strip and its keys; f(c, products) sees each
/// tile of products.
template <int Rows, class V, int N, class In, class Real>
void weighted_products(int count, int features, In a, In b, const Real* factor, int tokens, PairBuffer<V, N> buffer) {
  for_each_tile<tile<N>>(count, [&](int c, auto columns) {
    V product[Rows][columns()];
    products<Rows, columns(), V>(features, a, b.from(c), product);
    unroll<Rows>([&](auto r) {
      unroll<columns()>([&](auto j) { buffer(c + j, r) = product[r][j] * factor[r * tokens + c + j]; });
    });
  });
}

}  // namespace

template <class Real, int N>
void positional_attention_forward(const PairShape& s, const Real* q, const Real* k, const Real* v, const Real* factor,
                                  Real* scratch, Real* z) {
  using V = Lane<Real, N>;
  for_each_strip<Real, N>(s, scratch, [&](const Strip<Real, N>& at, auto rows) {
    const int t = at.t, count = t + rows;
    weighted_products<rows(), V, N>(count, s.keys, at.tokens(q, s.key_row()).from(t), at.tokens(k, s.key_row()),
                                    factor + std::size_t(t) * s.tokens, s.tokens, at.weight);
    gather_rows<rows(), V, N>(count, s.values, at.weight, at.tokens(v, s.value_row()),
                              at.tokens(z, s.output_row()).from(t));
  });
}

template <class Real, int N>
void positional_attention_backward(const PairShape& s, const Real* q_, const Real* k_, const Real* v,
                                   const Real* factor_, const Real* dz_, Real* scratch, Real* dq, Real* dk, Real* dv,
                                   Real* sums_) {
  using V = Lane<Real, N>;
  for_each_strip<Real, N>(s, scratch, [&](const Strip<Real, N>& at, auto rows) {
    const int t = at.t, count = t + rows;
    const auto q = at.tokens(q_, s.key_row()).from(t), k = at.tokens(k_, s.key_row());
    const auto dz = at.tokens(dz_, s.output_row()).from(t);
    const Real* factor = factor_ + std::size_t(t) * s.tokens;
    Real* sums = sums_ + std::size_t(at.index) * s.tokens * slot_size;
    weighted_products<rows(), V, N>(count, s.values, dz, at.tokens(v, s.value_row()), factor, s.tokens, at.slope);
    for_each_tile<tile<N>>(count, [&](int c, auto columns) {
      V score[rows()][columns()];
      products<rows(), columns(), V>(s.keys, q, k.from(c), score);
      unroll<columns()>([&](auto j) {
        V both[rows()];
        unroll<rows()>([&](auto r) { both[r] = score[r][j] * at.slope(c + j, r); });
        add_row_sums<rows(), V>(both, sums + (c + j) * slot_size);
      });
      if (!dv) return;
      unroll<rows()>([&](auto r) {
        unroll<columns()>([&](auto j) { at.weight(c + j, r) = score[r][j] * factor[r * s.tokens + c + j]; });
      });
    });
    gather_rows<rows(), V, N>(count, s.keys, at.slope, k, at.tokens(dq, s.key_row()).from(t));
    if (dk) at.template scatter<rows()>(s, q, dz, dk, dv);
  });
}

template <class Real, int N>
void take_pair_sums(int tokens, Real* sums, Real* out) {
  int index = 0;
  std::fill_n(out, std::size_t(tokens) * tokens, Real(0));
  for_each_tile<strip<N>>(tokens, [&](int t, auto rows) {
    Real* slot = sums + std::size_t(index++) * tokens * slot_size;
    for (int c = 0; c < t + rows; ++c, slot += slot_size)
      for (int r = std::max(0, c - t); r < rows; ++r)
        for (int part = 0; part < slot_parts; ++part) out[std::size_t(t + r) * tokens + c] += slot[4 * part + r];
    std::fill(slot - std::size_t(t + rows) * slot_size, slot, Real(0));
  });
}

#define INSTANTIATE(Real, N)                                                                                         \
  template void positional_attention_forward<Real, N>(const PairShape&, const Real*, const Real*, const Real*,       \
                                                      const Real*, Real*, Real*);                                    \
  template void positional_attention_backward<Real, N>(const PairShape&, const Real*, const Real*, const Real*,      \
                                                       const Real*, const Real*, Real*, Real*, Real*, Real*, Real*); \
  template void take_pair_sums<Real, N>(int, Real*, Real*);
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
