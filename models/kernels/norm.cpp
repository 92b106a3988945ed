#include "models/kernels/norm.hpp"

#include "models/kernels/norm_tiles.hpp"

namespace icsweep {
namespace {

using namespace detail;

/// f(t, rows, piece) for every two tokens.
template <class Real, int N, class F>
void for_each_rows(int tokens, F&& f) {
  for_each_tile<norm_rows>(tokens, [&](int t, auto rows) {
    for (int piece = 0; piece < pieces<Real, N>; ++piece) f(t, rows, piece);
  });
}

}  // namespace

template <class Real, int N>
void norm_forward(int tokens, int D, const Real* x_, const Real* gamma, const Real* beta, Real* h_,
                  Real* inverse_deviation, Real* y_) {
  using V = Lane<Real, N>;
  for_each_rows<Real, N>(tokens, [&](int first, auto rows, int piece) ICSWEEP_REGISTER_TILE {
    const auto x = as_lanes<Real, N>(x_, piece) + first * D;
    const auto h = as_lanes<Real, N>(h_, piece) + first * D, y = as_lanes<Real, N>(y_, piece) + first * D;
    V mean[rows()], inverse[rows()];
    norm_moments(D, x, mean, inverse);
    for (int i = 0; i < D; ++i)
      unroll<rows()>([&](auto t) {
        const V normal = (x[t * D + i] - mean[t]) * inverse[t];
        h[t * D + i] = normal;
        y[t * D + i] = normal * gamma[i] + beta[i];
      });
    unroll<rows()>([&](auto t) { as_lanes<Real, N>(inverse_deviation, piece)[first + t] = inverse[t]; });
  });
}

template <class Real, int N>
void norm_backward(int tokens, int D, const Real* h_, const Real* inverse_deviation, const Real* gamma, const Real* dy_,
                   const Real* base_, Real* dx_, Real* dgamma, Real* dbeta) {
  using V = Lane<Real, N>;
  for_each_rows<Real, N>(tokens, [&](int first, auto rows, int piece) ICSWEEP_REGISTER_TILE {
    const auto h = as_lanes<Real, N>(h_, piece) + first * D, dy = as_lanes<Real, N>(dy_, piece) + first * D;
    const auto base = as_lanes<Real, N>(base_ ? base_ : dx_, piece) + first * D;
    const auto dx = as_lanes<Real, N>(dx_, piece) + first * D;
    V mean[rows()], slope[rows()], inverse[rows()];
    norm_slopes(D, D, h, gamma, dy, mean, slope, as_lanes<Real, N>(dgamma, piece), as_lanes<Real, N>(dbeta, piece));
    unroll<rows()>([&](auto t) { inverse[t] = as_lanes<Real, N>(inverse_deviation, piece)[first + t]; });
    for (int i = 0; i < D; ++i)
      unroll<rows()>([&](auto t) {
        const V upstream = dy[t * D + i], normal = h[t * D + i];
        V gradient = (upstream * gamma[i] - mean[t] - normal * slope[t]) * inverse[t];
        if (base_) gradient += base[t * D + i];
        dx[t * D + i] = gradient;
      });
  });
}

#define INSTANTIATE(Real, N)                                                                                      \
  template void norm_forward<Real, N>(int, int, const Real*, const Real*, const Real*, Real*, Real*, Real*);      \
  template void norm_backward<Real, N>(int, int, const Real*, const Real*, const Real*, const Real*, const Real*, \
                                       Real*, Real*, Real*);
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
