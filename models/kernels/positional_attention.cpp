#include "models/kernels/positional_attention.hpp"

#include "models/kernels/lane_sums.hpp"
#include "models/kernels/pair_values.hpp"

namespace icsweep {
namespace {

using namespace detail;

/// buffer(c, r) = P[t + r][c] Σ_f a_r[f] b_c[f] for the Rows queries of a strip and a block of its keys. factor: P's
/// row t, T scalars a row.
template <int Rows, class V, int N, class In, class Real, class Buffer>
ICSWEEP_REGISTER_TILE void weighted_products(Keys keys, int features, In a, In b, const Real* factor, int tokens,
                                             Buffer buffer) {
  for_each_product<Rows, V, N>(keys, features, a, b, [&](int c, auto columns, auto& product) {
    const Real* row = factor + keys.begin + c;
    unroll<Rows>(
        [&](auto r) { unroll<columns()>([&](auto j) { buffer(c + j, r) = product[r][j] * row[r * tokens + j]; }); });
  });
}

/// weight(c, r) = P s of a strip's block, and adds s·slope to the sums of its pairs.
template <int Rows, class Real, int N, class In>
ICSWEEP_REGISTER_TILE void weigh_scores(const PairShape& s, const Block<Real, N>& at, In q, In k, const Real* factor,
                                        Real* sums) {
  using V = Lane<Real, N>;
  for_each_product<Rows, V, N>(at.keys, s.keys, q, k, [&](int c, auto columns, auto& score) {
    const int key = at.keys.begin + c;
    unroll<columns()>([&](auto j) {
      V both[Rows];
      unroll<Rows>([&](auto r) {
        both[r] = score[r][j] * at.slope(c + j, r);
        at.weight(c + j, r) = score[r][j] * factor[r * s.tokens + key + j];
      });
      add_row_sums<Rows, V>(both, sums + (key + j) * slot_size);
    });
  });
}

/// The slots of the pairs of the strip from t on.
template <int N, class Real>
Real* slots_of_strip(int t, int tokens, Real* sums) {
  return sums + std::size_t(t / strip<N>) * tokens * slot_size;
}

}  // namespace

template <class Real, int N>
void positional_attention_forward(const PairShape& s, const Real* q, const Real* k, const Real* v, const Real* factor,
                                  Real* scratch, Real* z) {
  using V = Lane<Real, N>;
  for_each_strip<Real, N>(s, scratch, [&](const Strip<Real, N>& at, auto rows) {
    const int t = at.t;
    const Keys keys{0, t + rows};
    weighted_products<rows(), V, N>(keys, s.keys, at.tokens(q, s.key_row()).from(t), at.tokens(k, s.key_row()),
                                    factor + std::size_t(t) * s.tokens, s.tokens, at.weight);
    gather_rows<rows(), false, V, N>(keys, s.values, at.weight, at.tokens(v, s.value_row()),
                                     at.tokens(z, s.output_row()).from(t));
  });
}

template <class Real, int N>
void positional_attention_backward(const PairShape& s, const Real* q_, const Real* k_, const Real* v,
                                   const Real* factor_, const Real* dz_, Real* scratch, Real* dq, Real* dk, Real* dv,
                                   Real* sums) {
  using V = Lane<Real, N>;
  const auto strip = [&](const Block<Real, N>& at, auto rows) {
    const auto q = at.tokens(q_, s.key_row()).from(at.first), k = at.tokens(k_, s.key_row());
    const auto dz = at.tokens(dz_, s.output_row()).from(at.first);
    const Real* factor = factor_ + std::size_t(at.first) * s.tokens;
    weighted_products<rows(), V, N>(at.keys, s.values, dz, at.tokens(v, s.value_row()), factor, s.tokens, at.slope);
    weigh_scores<rows()>(s, at, q, k, factor, slots_of_strip<N>(at.first, s.tokens, sums));
    add_to_queries<rows()>(s, at, k, at.tokens(dq, s.key_row()));
  };
  for_each_block<Real, N>(s, scratch, strip, [&](const Block<Real, N>& at) {
    if (dk) scatter_pairs(s, at, q_, dz_, dk, dv);
  });
}

template <class Real, int N>
void take_pair_sums(int tokens, Real* sums, Real* out) {
  std::fill_n(out, std::size_t(tokens) * tokens, Real(0));
  for (int t = 0; t < tokens; t += strip<N>) {
    const int rows = std::min(strip<N>, tokens - t);
    Real* slot = slots_of_strip<N>(t, tokens, sums);
    for (int c = 0; c < t + rows; ++c, slot += slot_size)
      for (int r = std::max(0, c - t); r < rows; ++r)
        for (int part = 0; part < slot_parts; ++part) out[std::size_t(t + r) * tokens + c] += slot[4 * part + r];
    std::fill(slot - std::size_t(t + rows) * slot_size, slot, Real(0));
  }
}

#define INSTANTIATE(Real, N)                                                                                         \
  template void positional_attention_forward<Real, N>(const PairShape&, const Real*, const Real*, const Real*,       \
                                                      const Real*, Real*, Real*);                                    \
  template void positional_attention_backward<Real, N>(const PairShape&, const Real*, const Real*, const Real*,      \
                                                       const Real*, const Real*, Real*, Real*, Real*, Real*, Real*); \
  template void take_pair_sums<Real, N>(int, Real*, Real*);
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
