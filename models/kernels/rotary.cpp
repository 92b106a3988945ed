#include "models/kernels/rotary.hpp"

#include "models/kernels/tiles/lane.hpp"

namespace icsweep {
namespace {

using namespace detail;

/// direction: 1 turns forward, −1 back.
template <class Real, int N>
void turn(const RotaryShape& s, const Real* cosines, const Real* sines, Real direction, Real* x) {
  using V = Lane<Real, N>;
  const int half = s.width / 2;
  for (int t = 0; t < s.tokens; ++t, cosines += half, sines += half)
    for (int h = 0; h < s.heads; ++h)
      for (int piece = 0; piece < pieces<Real, N>; ++piece) {
        const auto first = as_lanes<Real, N>(x, piece) + (std::ptrdiff_t(t) * s.row + h * s.width);
        const auto second = first + half;
        for (int i = 0; i < half; ++i) {
          const Real cosine = cosines[i], sine = direction * sines[i];
          const V a = first[i], b = second[i];
          first[i] = a * cosine - b * sine;
          second[i] = b * cosine + a * sine;
        }
      }
}

}  // namespace

template <class Real, int N>
void rotary_forward(const RotaryShape& s, const Real* cosines, const Real* sines, Real* x) {
  turn<Real, N>(s, cosines, sines, Real(1), x);
}

template <class Real, int N>
void rotary_backward(const RotaryShape& s, const Real* cosines, const Real* sines, Real* dx) {
  turn<Real, N>(s, cosines, sines, Real(-1), dx);
}

#define INSTANTIATE(Real, N)                                                                  \
  template void rotary_forward<Real, N>(const RotaryShape&, const Real*, const Real*, Real*); \
  template void rotary_backward<Real, N>(const RotaryShape&, const Real*, const Real*, Real*);
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
