// Private to the kernel library: weighted sums of values, where each key brings its own value or the one after it.
#pragma once

#include "models/kernels/tiles/pair_tiles.hpp"

// If shifted, the buffer's weights apply to the values from the second on, and the diagonal's weights have their own
// terms. These are moved out of the buffer first, since a token's own label must not affect even the rounding.

namespace icsweep::detail {

/// Calls f(c, r) for the pair of each of the strip's Rows queries, from t on, with itself, if the block has it: key c
/// of the block.
template <int Rows, class F>
[[gnu::always_inline]] inline void for_each_own(int t, Keys keys, F&& f) {
  unroll<Rows>([&](auto r) {
    if (t + r >= keys.begin && t + r < keys.end) f(t + r - keys.begin, r);
  });
}

/// own[r] = weight of t + r with itself, which becomes 0 in the buffer; 0 if it is not among the keys.
template <int Rows, class V, class Weight>
[[gnu::always_inline]] inline void take_diagonal(int t, Keys keys, Weight weight, V (&own)[Rows]) {
  unroll<Rows>([&](auto r) { own[r].setZero(); });
  for_each_own<Rows>(t, keys, [&](int c, auto r) {
    own[r] = weight(c, r);
    weight(c, r).setZero();
  });
}

/// z_r = Σ_c weight(c, r) w_c, where w_c is the value that key c brings to query t + r.
template <int Rows, class V, int N, class Weight, class In, class Out>
ICSWEEP_REGISTER_TILE void gather_values(const PairShape& s, int t, Weight weight, In v, Out z) {
  const bool shifted = s.shift != Shift::none;
  V own[Rows];
  if (shifted) take_diagonal<Rows>(t, {0, t + Rows}, weight, own);
  gather_rows<Rows, false, V, N>({0, t + Rows - shifted}, s.values, weight, v.from(shifted), z);
  if (s.shift != Shift::own) return;
  for (int f = 0; f < s.values; ++f) unroll<Rows>([&](auto r) { z(r, f) += own[r] * v(t + r, f); });
  for_each_own<Rows>(t, {0, t + Rows}, [&](int c, auto r) { weight(c, r) = own[r]; });
}

/// slope(c, r) = ⟨dz_r, w_c⟩ for the keys c ≤ t + r of a strip's block; entries beyond are undefined.
template <int Rows, class Real, int N, class In>
ICSWEEP_REGISTER_TILE void value_products(const PairShape& s, const Block<Real, N>& at, In v, In dz) {
  using V = Lane<Real, N>;
  const bool shifted = s.shift != Shift::none;
  for_each_product<Rows, V, N>(
      at.keys.until(at.first + Rows - shifted), s.values, dz, v.from(shifted),
      at.slope, [&](int c, auto columns, auto& product) __attribute__((always_inline)) {
        const auto slope = at.slope.key(c);
        unroll<Rows>([&](auto r) { unroll<columns()>([&](auto j) { slope(j, r) = product[r][j]; }); });
      });
  if (!shifted) return;
  for_each_own<Rows>(at.first, at.keys, [&](int c, auto r) {
    V own = V::Zero();
    for (int f = 0; f < (s.shift == Shift::own ? s.values : 0); ++f) own += dz(r, f) * v(at.first + r, f);
    at.slope(c, r) = own;
  });
}

/// Adds a block's gradients to those of keys and values: slope·q to the keys, weight·dz to w_c. If shifted, clears the
/// weights of the diagonal.
template <class Real, int N>
void scatter_pairs(const PairShape& s, const Block<Real, N>& at, const Real* q_, const Real* dz_, Real* dk_,
                   Real* dv_) {
  using V = Lane<Real, N>;
  const auto q = at.tokens(q_, s.key_row()).from(at.first), dz = at.tokens(dz_, s.output_row()).from(at.first);
  const auto dk = at.tokens(dk_, s.key_row()), dv = at.tokens(dv_, s.value_row());
  const PairTerm key{at.slope, q}, value{at.weight, dz};
  const Keys queries{at.first, at.first + at.rows};
  if (dk_ == dv_ && s.shift == Shift::none) return scatter_columns<V, N>(at.keys, queries, s.keys, dk, key, value);
  scatter_columns<V, N>(at.keys, queries, s.keys, dk, key);
  if (s.shift == Shift::none) return scatter_columns<V, N>(at.keys, queries, s.values, dv, value);
  for (int r = 0; r < at.rows; ++r) {
    const int own = at.first + r;
    if (own < at.keys.begin || own >= at.keys.end) continue;
    auto weight = at.weight(own - at.keys.begin, r);
    for (int f = 0; f < (s.shift == Shift::own ? s.values : 0); ++f) dv(own, f) += weight * dz(r, f);
    weight.setZero();
  }
  scatter_columns<V, N>(at.keys.until(s.tokens - 1), queries, s.values, dv.from(1), value);
}

}  // namespace icsweep::detail
