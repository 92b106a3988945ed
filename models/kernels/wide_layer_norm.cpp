#include "models/kernels/wide_layer_norm.hpp"

#include "models/kernels/tiles/norm_tiles.hpp"

namespace icsweep {

using namespace detail;

template <class Real, int N>
void wide_layer_norm_forward(int tokens, int D, const Real* x_, const Real* gamma, const Real* beta, Real* h_,
                             Real* inverse_deviation, Real* y_) {
  using V = Lane<Real, N>;
  for_each_rows<Real, N>(tokens, [&](int first, auto rows, int piece) ICSWEEP_REGISTER_TILE {
    const auto x = token_rows<Real, N>(x_, D, piece).from(first);
    const auto h = token_rows<Real, N>(h_, D, piece).from(first), y = token_rows<Real, N>(y_, D, piece).from(first);
    V mean[rows()], inverse[rows()];
    norm_moments(D, x, mean, inverse);
    for (int i = 0; i < D; ++i) {
      const V scale = V::Constant(gamma[i]), shift = V::Constant(beta[i]);
      unroll<rows()>([&](auto t) {
        const V normal = (x(t, i) - mean[t]) * inverse[t];
        h(t, i) = normal;
        y(t, i) = normal * scale + shift;
      });
    }
    unroll<rows()>([&](auto t) { as_lanes<Real, N>(inverse_deviation, piece)[first + t] = inverse[t]; });
  });
}

template <class Real, int N>
void wide_layer_norm_backward(int tokens, int D, const Real* h_, const Real* inverse_deviation, const Real* gamma,
                              const Real* dy_, const Real* base_, Real* dx_, Real* dgamma, Real* dbeta) {
  using V = Lane<Real, N>;
  for_each_rows<Real, N>(tokens, [&](int first, auto rows, int piece) ICSWEEP_REGISTER_TILE {
    const auto h = token_rows<Real, N>(h_, D, piece).from(first), dy = token_rows<Real, N>(dy_, D, piece).from(first);
    const auto base = token_rows<Real, N>(base_ ? base_ : dx_, D, piece).from(first);
    const auto dx = token_rows<Real, N>(dx_, D, piece).from(first);
    V mean[rows()], slope[rows()], inverse[rows()];
    norm_slopes(D, h, gamma, dy, mean, slope, as_lanes<Real, N>(dgamma, piece), as_lanes<Real, N>(dbeta, piece));
    unroll<rows()>([&](auto t) { inverse[t] = as_lanes<Real, N>(inverse_deviation, piece)[first + t]; });
    for (int i = 0; i < D; ++i) {
      const V scale = V::Constant(gamma[i]);
      unroll<rows()>([&](auto t) {
        const V upstream = dy(t, i), normal = h(t, i);
        V gradient = (upstream * scale - mean[t] - normal * slope[t]) * inverse[t];
        if (base_) gradient += base(t, i);
        dx(t, i) = gradient;
      });
    }
  });
}

#define INSTANTIATE(Real, N)                                                                                    \
  template void wide_layer_norm_forward<Real, N>(int, int, const Real*, const Real*, const Real*, Real*, Real*, \
                                                 Real*);                                                        \
  template void wide_layer_norm_backward<Real, N>(int, int, const Real*, const Real*, const Real*, const Real*, \
                                                  const Real*, Real*, Real*, Real*);
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
