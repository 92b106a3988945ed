#include "models/kernels/layer_norm.hpp"

#include "models/kernels/norm_tiles.hpp"

namespace icsweep {
namespace {

using namespace detail;

// Sums are taken of a few tokens at once, then each is normalised by itself, with pointers that only count up: all at
// once, their pointers were more than there are registers, and T = 50, D = 15 took 128 cycles a token instead of 105.
// Taking the sums of 16 tokens before the first was normalised made it 100, and backwards 104 instead of 95: not kept.

/// Of one token: h_i = (h_i − mean)·inverse is kept, γ_i h_i + β_i returned.
template <class V, class Real, class InOut>
[[gnu::always_inline]] inline auto normalise(InOut h, const V& mean, const V& inverse, const Real* gamma,
                                             const Real* beta) {
  return [=](int i) __attribute__((always_inline)) {
    const V normal = (h[i] - mean) * inverse;
    h[i] = normal;
    return V(normal * gamma[i] + beta[i]);
  };
}

template <int Rows, Residual residual, class V, class Real, class InOut, class In>
ICSWEEP_REGISTER_TILE void forward_tokens(int D, int features, InOut h, In x, const Real* gamma, const Real* beta,
                                          InOut inverse_deviation, InOut y) {
  const int zeros = D - features;
  if constexpr (residual == Residual::before_norm)
    for (int i = zeros; i < D; ++i) unroll<Rows>([&](auto t) { h[t * D + i] += x[t * (features + 1) + i - zeros]; });
  V mean[Rows], inverse[Rows];
  norm_moments(D, h, mean, inverse);
  unroll<Rows>([&](auto t) {
    inverse_deviation[t] = inverse[t];
    const auto to = y + t * (D + 1);
    const auto past = x + (t * (features + 1) - zeros);
    const auto affine = normalise(h + t * D, mean[t], inverse[t], gamma, beta);
    const int plain = residual == Residual::after_norm ? zeros : D;
    for (int i = 0; i < plain; ++i) to[i] = affine(i);
    for (int i = plain; i < D; ++i) to[i] = past[i] + affine(i);
    to[D].setOnes();
  });
}

template <int Rows, Residual residual, class V, class Real, class In, class Out>
ICSWEEP_REGISTER_TILE void backward_tokens(int D, In h, In inverse_deviation, const Real* gamma, Out dy, Out dz,
                                           Out dgamma, Out dbeta) {
  V mean[Rows], slope[Rows];
  norm_slopes(D, D + 1, h, gamma, dy, mean, slope, dgamma, dbeta);
  unroll<Rows>([&](auto t) {
    const V inverse = inverse_deviation[t];
    const auto normal = h + t * D;
    const auto upstream = dy + t * (D + 1), to = dz + t * D;
    for (int i = 0; i < D; ++i) {
      const V gradient = (upstream[i] * gamma[i] - mean[t] - normal[i] * slope[t]) * inverse;
      to[i] = gradient;
      if constexpr (residual == Residual::before_norm) upstream[i] = gradient;
      if constexpr (residual == Residual::none) upstream[i].setZero();
    }
  });
}

/// y = x + z: the tokens of x lack the first D − features coordinates.
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
  if (residual == Residual::after_norm) f(std::integral_constant<Residual, Residual::after_norm>{});
  if (residual == Residual::before_norm) f(std::integral_constant<Residual, Residual::before_norm>{});
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
    for_each_tile<norm_rows>(s.tokens, [&](int t, auto size) {
      for (int piece = 0; piece < pieces<Real, N>; ++piece)
        forward_tokens<size(), residual(), Lane<Real, N>>(
            D, s.features, as_lanes<Real, N>(z, piece) + t * D, as_lanes<Real, N>(x, piece) + t * (s.features + 1),
            gamma, beta, as_lanes<Real, N>(inverse_deviation, piece) + t, as_lanes<Real, N>(y, piece) + t * (D + 1));
    });
  });
}

template <class Real, int N>
void layer_norm_backward(const NormShape& s, const Real* h, const Real* inverse_deviation, const Real* gamma, Real* dy,
                         Real* dz, Real* dgamma, Real* dbeta) {
  const int D = s.width;
  if (s.residual == Residual::only) {
    for (int t = 0; t < s.tokens; ++t) std::copy_n(dy + t * (D + 1) * N, D * N, dz + t * D * N);
    return;
  }
  with_residual(s.residual, [&](auto residual) {
    for_each_tile<norm_rows>(s.tokens, [&](int t, auto size) {
      for (int piece = 0; piece < pieces<Real, N>; ++piece)
        backward_tokens<size(), residual(), Lane<Real, N>>(
            D, as_lanes<Real, N>(h, piece) + t * D, as_lanes<Real, N>(inverse_deviation, piece) + t, gamma,
            as_lanes<Real, N>(dy, piece) + t * (D + 1), as_lanes<Real, N>(dz, piece) + t * D,
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
