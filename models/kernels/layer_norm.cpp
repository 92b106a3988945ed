#include "models/kernels/layer_norm.hpp"

#include "models/kernels/tiles/norm_tiles.hpp"

namespace icsweep {
namespace {

using namespace detail;

// All passes compute a few tokens at once, addressed by one pointer and one distance per array. One pointer per token
// needed more registers than there are. Computing each token by itself took a fifth longer (T = 50, D = 15 on Zen 3,
// where access to the second cache then takes most of the time). Summing values and their squares about the first one
// in a single pass gained 6 % more but would lose digits, so it was not kept. An approximate root gained nothing on
// Granite Rapids, where a token of 15 features takes 70 cycles from the first cache and 100 from the second.

/// Σ u² of Rows tokens. z + x becomes u if the residual is added before the norm.
template <int Rows, Residual residual, class V, class InOut, class In>
[[gnu::always_inline]] inline void centre(int D, int zeros, InOut z, In x, V (&square)[Rows]) {
  unroll<Rows>([&](auto t) { square[t].setZero(); });
  const auto add_square = [&](auto t, const V& u) __attribute__((always_inline)) {
    square[t] += u * u;
  };
  if constexpr (residual == Residual::post_norm) {
    V mean[Rows];
    unroll<Rows>([&](auto t) { mean[t].setZero(); });
    for (int i = zeros; i < D; ++i) unroll<Rows>([&](auto t) { z(t, i) += x(t, i - zeros); });
    for (int i = 0; i < D; ++i) unroll<Rows>([&](auto t) { mean[t] += z(t, i); });
    unroll<Rows>([&](auto t) { mean[t] *= typename V::Scalar(1) / D; });
    for (int i = 0; i < D; ++i)
      unroll<Rows>([&](auto t) {
        const V u = z(t, i) - mean[t];
        z(t, i) = u;
        add_square(t, u);
      });
  } else {
    for (int i = 0; i < D; ++i) unroll<Rows>([&](auto t) { add_square(t, z(t, i)); });
  }
}

template <int Rows, Residual residual, class V, class Real, class InOut, class In>
ICSWEEP_REGISTER_TILE void forward_tokens(int D, int features, InOut z, In x, const Real* gamma, const Real* beta,
                                          InOut inverse_deviation, InOut y) {
  const int zeros = D - features;
  V square[Rows], inverse[Rows];
  centre<Rows, residual>(D, zeros, z, x, square);
  unroll<Rows>([&](auto t) {
    inverse[t] = (square[t] * (Real(1) / Real(D)) + Real(layer_norm_epsilon)).sqrt().inverse();
    inverse_deviation(t, 0) = inverse[t];
  });
  const int plain = residual == Residual::branch_norm ? zeros : D;
  for (int i = 0; i < plain; ++i) {
    const V scale = V::Constant(gamma[i]), shift = V::Constant(beta[i]);
    unroll<Rows>([&](auto t) { y(t, i) = z(t, i) * inverse[t] * scale + shift; });
  }
  for (int i = plain; i < D; ++i) {
    const V scale = V::Constant(gamma[i]), shift = V::Constant(beta[i]);
    unroll<Rows>([&](auto t) { y(t, i) = x(t, i - zeros) + (z(t, i) * inverse[t] * scale + shift); });
  }
  unroll<Rows>([&](auto t) { y(t, D).setOnes(); });
}

template <int Rows, Residual residual, class V, class Real, class In, class Out, class Sums>
ICSWEEP_REGISTER_TILE void backward_tokens(int D, In u, In inverse_deviation, const Real* gamma, Out dy, Out dz,
                                           Sums dgamma, Sums dbeta) {
  V mean[Rows], slope[Rows], inverse[Rows];
  unroll<Rows>([&](auto t) { mean[t].setZero(), slope[t].setZero(), inverse[t] = inverse_deviation(t, 0); });
  for (int i = 0; i < D; ++i) {
    V gamma_sum = dgamma[i], beta_sum = dbeta[i];
    const V scale = V::Constant(gamma[i]);
    unroll<Rows>([&](auto t) {
      const V upstream = dy(t, i), product = upstream * u(t, i);
      if constexpr (residual == Residual::post_norm) mean[t] += upstream * scale;
      slope[t] += product * scale;
      gamma_sum += product * inverse[t];
      beta_sum += upstream;
    });
    dgamma[i] = gamma_sum;
    dbeta[i] = beta_sum;
  }
  unroll<Rows>(
      [&](auto t) { mean[t] *= Real(1) / Real(D), slope[t] *= inverse[t] * inverse[t] * (Real(1) / Real(D)); });
  for (int i = 0; i < D; ++i) {
    const V scale = V::Constant(gamma[i]);
    unroll<Rows>([&](auto t) {
      V gradient = dy(t, i) * scale - u(t, i) * slope[t];
      if constexpr (residual == Residual::post_norm) gradient -= mean[t];
      gradient *= inverse[t];
      dz(t, i) = gradient;
      if constexpr (residual == Residual::post_norm) dy(t, i) = gradient;
      if constexpr (residual == Residual::none) dy(t, i).setZero();
    });
  }
}

/// y = x + z. The tokens of x lack the first D − features coordinates.
template <class V, class Out, class In>
void add_residual(int tokens, int D, int features, In z, In x, Out y) {
  const int zeros = D - features;
  for (int t = 0; t < tokens; ++t) {
    for (int i = 0; i < zeros; ++i) y[t * (D + 1) + i] = z[t * D + i];
    for (int i = zeros; i < D; ++i) y[t * (D + 1) + i] = z[t * D + i] + x[t * (features + 1) + i - zeros];
    y[t * (D + 1) + D].setOnes();
  }
}

template <class F>
void with_residual(Residual residual, F&& f) {
  if (residual == Residual::branch_norm) f(std::integral_constant<Residual, Residual::branch_norm>{});
  if (residual == Residual::post_norm) f(std::integral_constant<Residual, Residual::post_norm>{});
  if (residual == Residual::none) f(std::integral_constant<Residual, Residual::none>{});
}

}  // namespace

template <class Real, int N>
void layer_norm_forward(const NormShape& s, Real* z, const Real* x, const Real* gamma, const Real* beta,
                        Real* inverse_deviation, Real* y) {
  const int D = s.width;
  if (s.residual == Residual::only) {
    for (int piece = 0; piece < pieces<Real, N>; ++piece)
      add_residual<Lane<Real, N>>(s.tokens, D, s.features, as_lanes<Real, N>(const_cast<const Real*>(z), piece),
                                  as_lanes<Real, N>(x, piece), as_lanes<Real, N>(y, piece));
    return;
  }
  with_residual(s.residual, [&](auto residual) {
    for_each_tile<norm_rows<N>>(s.tokens, [&](int t, auto size) {
      for (int piece = 0; piece < pieces<Real, N>; ++piece)
        forward_tokens<size(), residual(), Lane<Real, N>>(
            D, s.features, token_rows<Real, N>(z, D, piece).from(t),
            token_rows<Real, N>(x, s.features + 1, piece).from(t), gamma, beta,
            token_rows<Real, N>(inverse_deviation, 1, piece).from(t), token_rows<Real, N>(y, D + 1, piece).from(t));
    });
  });
}

template <class Real, int N>
void layer_norm_backward(const NormShape& s, const Real* u, const Real* inverse_deviation, const Real* gamma, Real* dy,
                         Real* dz, Real* dgamma, Real* dbeta) {
  const int D = s.width;
  if (s.residual == Residual::only) {
    for (int t = 0; t < s.tokens; ++t) std::copy_n(dy + t * (D + 1) * N, D * N, dz + t * D * N);
    return;
  }
  with_residual(s.residual, [&](auto residual) {
    for_each_tile<norm_rows<N>>(s.tokens, [&](int t, auto size) {
      for (int piece = 0; piece < pieces<Real, N>; ++piece)
        backward_tokens<size(), residual(), Lane<Real, N>>(
            D, token_rows<Real, N>(u, D, piece).from(t), token_rows<Real, N>(inverse_deviation, 1, piece).from(t),
            gamma, token_rows<Real, N>(dy, D + 1, piece).from(t), token_rows<Real, N>(dz, D, piece).from(t),
            as_lanes<Real, N>(dgamma, piece), as_lanes<Real, N>(dbeta, piece));
    });
  });
}

#define INSTANTIATE(Real, N)                                                                                        \
  template void layer_norm_forward<Real, N>(const NormShape&, Real*, const Real*, const Real*, const Real*, Real*,  \
                                            Real*);                                                                 \
  template void layer_norm_backward<Real, N>(const NormShape&, const Real*, const Real*, const Real*, Real*, Real*, \
                                             Real*, Real*);
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
