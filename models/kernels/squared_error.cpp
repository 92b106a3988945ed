#include "models/kernels/squared_error.hpp"

#include "models/kernels/tiles/lane.hpp"

namespace icsweep {

using namespace detail;

template <class Real, int N>
void squared_error(const ErrorShape& s, int active, const Real* y_, const Real* target_, Real factor, Real* dy,
                   double* error) {
  using V = Lane<Real, N>;
  for (int piece = 0; piece < pieces<Real, N>; ++piece) {
    V mask;
    for (int n = 0; n < int(V::SizeAtCompileTime); ++n) mask[n] = piece * int(V::SizeAtCompileTime) + n < active;
    const V slope = mask * (2 * factor);
    const auto y = as_lanes<Real, N>(y_, piece), target = as_lanes<Real, N>(target_, piece);
    for (int t = 0; t < s.tokens; ++t) {
      V sum = V::Zero();
      for (int o = 0; o < s.outputs; ++o) {
        const int at = t * s.outputs + o;
        const V difference = y[at] - target[at];
        sum += difference * difference;
        if (dy) as_lanes<Real, N>(dy, piece)[at] = difference * slope;
      }
      error[t] += double((sum * mask).sum());
    }
  }
}

#define INSTANTIATE(Real, N) \
  template void squared_error<Real, N>(const ErrorShape&, int, const Real*, const Real*, Real, Real*, double*);
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
