// Private to the kernel library: what a strip's weights do with the values, each its key's own or the one after it.
#pragma once

#include "models/kernels/pair_tiles.hpp"

// Shifted, a strip's buffer meets the values from the second on, and the diagonal's weights have terms of their own:
// they are taken out of the buffer first, because what a token's own label would add must not even be rounded.

namespace icsweep::detail {

/// own[r] = buffer(t + r, r), which becomes 0.
template <int Rows, class V, int N>
[[gnu::always_inline]] inline void take_diagonal(int t, PairBuffer<V, N> buffer, V (&own)[Rows]) {
  unroll<Rows>([&](auto r) {
    own[r] = buffer(t + r, r);
    buffer(t + r, r).setZero();
  });
}

/// z_r = Σ_c weight(c, r) w_c, where w_c is the value that key c brings to query t + r. The weights of the diagonal are
/// lost if shifted.
template <int Rows, class V, int N, class In, class Out>
void gather_values(const PairShape& s, int t, PairBuffer<V, N> weight, In v, Out z) {
  const bool shifted = s.shift != Shift::none;
  V own[Rows];
  if (shifted) take_diagonal<Rows>(t, weight, own);
  gather_rows<Rows, V, N>(t + Rows - shifted, s.values, weight, v.from(shifted), z);
  if (s.shift != Shift::own) return;
  for (int f = 0; f < s.values; ++f) unroll<Rows>([&](auto r) { z(r, f) += own[r] * v(t + r, f); });
}

/// slope(c, r) = ⟨dz_r, w_c⟩ − mean_r for c ≤ t + r; beyond, what it holds has no meaning.
template <int Rows, class V, int N, class In>
void value_products(const PairShape& s, int t, In v, In dz, const V (&mean)[Rows], PairBuffer<V, N> slope) {
  const bool shifted = s.shift != Shift::none;
  for_each_tile<tile<N>>(t + Rows - shifted, [&](int c, auto columns) {
    V product[Rows][columns()];
    products<Rows, columns(), V>(s.values, dz, v.from(c + shifted), product);
    unroll<Rows>([&](auto r) { unroll<columns()>([&](auto j) { slope(c + j, r) = product[r][j] - mean[r]; }); });
  });
  if (!shifted) return;
  V own[Rows];
  unroll<Rows>([&](auto r) { own[r] = -mean[r]; });
  for (int f = 0; f < (s.shift == Shift::own ? s.values : 0); ++f)
    unroll<Rows>([&](auto r) { own[r] += dz(r, f) * v(t + r, f); });
  unroll<Rows>([&](auto r) { slope(t + r, r) = own[r]; });
}

/// Adds a strip's gradients to those of keys and values: slope·q, and weight·dz to w_c. The weights of the diagonal are
/// lost if shifted.
template <int Rows, class Real, int N, class In>
void scatter_pairs(const PairShape& s, const Strip<Real, N>& at, In q, In dz, Real* dk, Real* dv_) {
  using V = Lane<Real, N>;
  if (s.shift == Shift::none) return at.template scatter<Rows>(s, q, dz, dk, dv_);
  const auto dv = at.tokens(dv_, s.value_row());
  V own[Rows];
  take_diagonal<Rows>(at.t, at.weight, own);
  scatter_columns<Rows, V, N>(at.t + Rows, s.keys, at.tokens(dk, s.key_row()), PairTerm<V, N, In>{at.slope, q});
  scatter_columns<Rows, V, N>(at.t + Rows - 1, s.values, dv.from(1), PairTerm<V, N, In>{at.weight, dz});
  if (s.shift != Shift::own) return;
  for (int f = 0; f < s.values; ++f) unroll<Rows>([&](auto r) { dv(at.t + r, f) += own[r] * dz(r, f); });
}

}  // namespace icsweep::detail
