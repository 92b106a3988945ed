#include "models/kernels/positional_attention.hpp"

#include "models/kernels/tiles/lane_sums.hpp"
#include "models/kernels/tiles/pair_values.hpp"

namespace icsweep {
namespace {

using namespace detail;

/// weight(c, r) = P s with s = ⟨q_r, k_c⟩; keeps s if `keep`. factor: row t of P, T scalars per row.
template <int Rows, bool keep, class V, int N, class In, class Real, class Buffer>
ICSWEEP_REGISTER_TILE void scores(Keys keys, int features, In q, In k, const Real* factor, int tokens, Buffer kept,
                                  Buffer weight) {
  const Buffer to = keep ? kept : weight;
  for_each_product<Rows, V, N>(
      keys, features, q, k, to, [&](int c, auto columns, auto& score) __attribute__((always_inline)) {
        const auto keeps = to.key(c), weighs = weight.key(c);
        unroll<columns()>([&](auto j) {
          unroll<Rows>([&](auto r) {
            if constexpr (keep) keeps(j, r) = score[r][j];
            weighs(j, r) = score[r][j] * factor[r * tokens + c + j];
          });
        });
      });
}

/// slope(c, r) = P ⟨dz_r, v_c⟩ of a strip's block.
template <int Rows, class Real, int N, class In>
ICSWEEP_REGISTER_TILE void slopes(const PairShape& s, const Block<Real, N>& at, In dz, In v, const Real* factor) {
  for_each_product<Rows, Lane<Real, N>, N>(
      at.keys, s.values, dz, v, at.slope, [&](int c, auto columns, auto& product) __attribute__((always_inline)) {
        const auto slope = at.slope.key(c);
        unroll<Rows>([&](auto r) {
          const Real* const row = factor + r * s.tokens + at.keys.begin + c;
          unroll<columns()>([&](auto j) { slope(j, r) = product[r][j] * row[j]; });
        });
      });
}

/// Calls f(c, scores) with the scores of a strip's queries and key c of a block, kept or computed again.
template <int Rows, class Real, int N, class F>
[[gnu::always_inline]] inline void each_key(const PairShape& s, const Block<Real, N>& at, const Real* kept,
                                            const Real* q, const Real* k, F&& f) {
  using V = Lane<Real, N>;
  if (!kept)
    return for_each_product<Rows, V, N>(
        at.keys, s.keys, at.tokens(q, s.key_row()).from(at.first), at.tokens(k, s.key_row()),
        at.slope, [&](int c, auto columns, auto& product) __attribute__((always_inline)) {
          unroll<columns()>([&](auto j) {
            V score[Rows];
            unroll<Rows>([&](auto r) { score[r] = product[r][j]; });
            f(c + j, score);
          });
        });
  const auto strip = kept_strip<V, N>(s, kept, at.first, at.piece);
  for (int c = 0; c < at.keys.count(); ++c) {
    V score[Rows];
    unroll<Rows>([&](auto r) { score[r] = strip(at.keys.begin + c, r); });
    f(c, score);
  }
}

/// Adds s·slope to the sums of a strip's pairs and, if needed, weight(c, r) = P s.
template <int Rows, class Real, int N>
ICSWEEP_REGISTER_TILE void weigh_scores(const PairShape& s, const Block<Real, N>& at, const Real* kept, const Real* q,
                                        const Real* k, const Real* factor, bool needs_weights, Real* sums) {
  using V = Lane<Real, N>;
  each_key<Rows>(
      s, at, kept, q, k, [&](int c, const V(&score)[Rows]) __attribute__((always_inline)) {
        const int key = at.keys.begin + c;
        V both[Rows];
        unroll<Rows>([&](auto r) {
          both[r] = score[r] * at.slope(c, r);
          if (needs_weights) at.weight(c, r) = score[r] * factor[r * s.tokens + key];
        });
        add_row_sums<Rows, V>(both, sums + key * slot_size);
      });
}

/// Slots of the pairs of the strip that begins at t.
template <int N, class Real>
Real* slots_of_strip(int t, int tokens, Real* sums) {
  return sums + std::size_t(t / strip<N>) * tokens * slot_size;
}

template <class Real>
auto part_of(Real* slot, int part) {
  return Eigen::Map<Eigen::Array<Real, 4, 1>>(slot + 4 * part);
}

}  // namespace

template <class Real, int N>
void positional_attention_forward(const PairShape& s, const Real* q, const Real* k, const Real* v, const Real* factor,
                                  Real* scratch, Real* kept, Real* z) {
  using V = Lane<Real, N>;
  for_each_strip<Real, N>(s, kept, [&](const Strip<Real, N>& at, auto rows) {
    const int t = at.t;
    const Keys keys{0, t + rows};
    const decltype(at.kept) weight{{scratch}};
    const auto score = [&](auto keep) {
      scores<rows(), keep(), V, N>(keys, s.keys, at.tokens(q, s.key_row()).from(t), at.tokens(k, s.key_row()),
                                   factor + std::size_t(t) * s.tokens, s.tokens, at.kept, weight);
    };
    if (kept) score(std::true_type{});
    else score(std::false_type{});
    gather_rows<rows(), false, V, N>(keys, s.values, weight, at.tokens(v, s.value_row()),
                                     at.tokens(z, s.output_row()).from(t));
  });
}

template <class Real, int N>
void positional_attention_backward(const PairShape& s, const Real* q, const Real* k, const Real* v, const Real* factor_,
                                   const Real* kept, const Real* dz_, Real* scratch, Real* dq, Real* dk, Real* dv,
                                   Real* sums) {
  const auto strip = [&](const Block<Real, N>& at, auto rows) {
    const Real* factor = factor_ + std::size_t(at.first) * s.tokens;
    slopes<rows()>(s, at, at.tokens(dz_, s.output_row()).from(at.first), at.tokens(v, s.value_row()), factor);
    weigh_scores<rows()>(s, at, kept, q, k, factor, dk != nullptr, slots_of_strip<N>(at.first, s.tokens, sums));
    add_to_queries<rows()>(s, at, at.tokens(k, s.key_row()), at.tokens(dq, s.key_row()));
  };
  for_each_block<Real, N>(s, scratch, strip, [&](const Block<Real, N>& at) {
    if (dk) scatter_pairs(s, at, q, dz_, dk, dv);
  });
}

template <class Real, int N>
void take_pair_sums(int tokens, Real* sums, Real* out) {
  std::fill_n(out, std::size_t(tokens) * tokens, Real(0));
  for (int t = 0; t < tokens; t += strip<N>) {
    const int rows = std::min(strip<N>, tokens - t);
    Real* slot = slots_of_strip<N>(t, tokens, sums);
    for (int c = 0; c < t + rows; ++c, slot += slot_size) {
      Eigen::Array<Real, 4, 1> sum = part_of(slot, 0);
      for (int part = 1; part < slot_parts; ++part) sum += part_of(slot, part);
      Real* const to = out + std::size_t(t) * tokens + c;
      if (rows == 4 && c <= t) unroll<4>([&](auto r) { to[r * tokens] = sum[r]; });
      else
        for (int r = std::max(0, c - t); r < rows; ++r) to[r * tokens] = sum[r];
      std::fill_n(slot, slot_size, Real(0));
    }
  }
}

#define INSTANTIATE(Real, N)                                                                                       \
  template void positional_attention_forward<Real, N>(const PairShape&, const Real*, const Real*, const Real*,     \
                                                      const Real*, Real*, Real*, Real*);                           \
  template void positional_attention_backward<Real, N>(const PairShape&, const Real*, const Real*, const Real*,    \
                                                       const Real*, const Real*, const Real*, Real*, Real*, Real*, \
                                                       Real*, Real*);                                              \
  template void take_pair_sums<Real, N>(int, Real*, Real*);
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
