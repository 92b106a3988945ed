// Private to the kernel library: sums over a token's features, for normalisations. A few tokens are computed at a time,
// since one token's sums are a chain of dependent additions.
//
// γ and β are read once per feature, before its tokens are stored. A store might have changed them, so the compiler
// would read them again for each token.
#pragma once

#include "models/kernels/layer_norm.hpp"
#include "models/kernels/tiles/lane.hpp"

namespace icsweep::detail {

template <int N>
inline constexpr int norm_rows = tile_size<N>(4);

/// Calls f(t, rows, piece) for every few tokens.
template <class Real, int N, class F>
void for_each_rows(int tokens, F&& f) {
  for_each_tile<norm_rows<N>>(tokens, [&](int t, auto rows) {
    for (int piece = 0; piece < pieces<Real, N>; ++piece) f(t, rows, piece);
  });
}

/// Mean and 1/√(var + ε) of Rows tokens of D features. A second pass computes the variance.
template <int Rows, class V, class In>
[[gnu::always_inline]] inline void norm_moments(int D, In z, V (&mean)[Rows], V (&inverse)[Rows]) {
  using Real = typename V::Scalar;
  V square[Rows];
  unroll<Rows>([&](auto t) { mean[t].setZero(), square[t].setZero(); });
  for (int i = 0; i < D; ++i) unroll<Rows>([&](auto t) { mean[t] += z(t, i); });
  unroll<Rows>([&](auto t) { mean[t] *= Real(1) / Real(D); });
  for (int i = 0; i < D; ++i)
    unroll<Rows>([&](auto t) {
      const V centred = z(t, i) - mean[t];
      square[t] += centred * centred;
    });
  unroll<Rows>(
      [&](auto t) { inverse[t] = (square[t] * (Real(1) / Real(D)) + Real(layer_norm_epsilon)).sqrt().inverse(); });
}

/// With g = γ⊙dy: mean g and mean(g⊙h) of Rows tokens; adds to dγ and dβ.
template <int Rows, class V, class Real, class In, class Dy, class Out>
[[gnu::always_inline]] inline void norm_slopes(int D, In h, const Real* gamma, Dy dy, V (&mean)[Rows], V (&slope)[Rows],
                                               Out dgamma, Out dbeta) {
  unroll<Rows>([&](auto t) { mean[t].setZero(), slope[t].setZero(); });
  for (int i = 0; i < D; ++i) {
    V gamma_sum = dgamma[i], beta_sum = dbeta[i];
    const V scale = V::Constant(gamma[i]);
    unroll<Rows>([&](auto t) {
      const V upstream = dy(t, i), normal = h(t, i), product = upstream * normal;
      mean[t] += upstream * scale;
      slope[t] += product * scale;
      gamma_sum += product;
      beta_sum += upstream;
    });
    dgamma[i] = gamma_sum;
    dbeta[i] = beta_sum;
  }
  unroll<Rows>([&](auto t) { mean[t] *= Real(1) / Real(D), slope[t] *= Real(1) / Real(D); });
}

/// 1/√(mean z² + ε) of Rows tokens of D features.
template <int Rows, class V, class In>
[[gnu::always_inline]] inline void inverse_roots(int D, In z, V (&inverse)[Rows]) {
  using Real = typename V::Scalar;
  V square[Rows];
  unroll<Rows>([&](auto t) { square[t].setZero(); });
  for (int i = 0; i < D; ++i)
    unroll<Rows>([&](auto t) {
      const V value = z(t, i);
      square[t] += value * value;
    });
  unroll<Rows>(
      [&](auto t) { inverse[t] = (square[t] * (Real(1) / Real(D)) + Real(layer_norm_epsilon)).sqrt().inverse(); });
}

/// mean(γ⊙dy⊙h) of Rows tokens; adds to dγ.
template <int Rows, class V, class Real, class In, class Dy, class Out>
[[gnu::always_inline]] inline void root_slopes(int D, In h, const Real* gamma, Dy dy, V (&slope)[Rows], Out dgamma) {
  unroll<Rows>([&](auto t) { slope[t].setZero(); });
  for (int i = 0; i < D; ++i) {
    V sum = dgamma[i];
    unroll<Rows>([&](auto t) {
      const V product = dy(t, i) * h(t, i);
      slope[t] += product * gamma[i];
      sum += product;
    });
    dgamma[i] = sum;
  }
  unroll<Rows>([&](auto t) { slope[t] *= Real(1) / Real(D); });
}

}  // namespace icsweep::detail
