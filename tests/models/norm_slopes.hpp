// The gradient that reaches a norm's input, by its formula in double: for layer norms and for rms norms.
#pragma once

#include <vector>

#include "tests/models/compare.hpp"

namespace icsweep::test {

/// Upstream gradient dy of D = `width` features in N = `lanes` lanes, and values of the forward pass: h: T×D lanes;
/// inverse: T lanes of 1/deviation; gamma: D.
template <class Vector>
struct NormSlopes {
  int width, lanes;
  bool centred;  ///< a layer norm, which subtracts mean g
  const Vector &h, &inverse, &gamma, &dy;

  /// dx = base(at) + (g − mean g − h⊙mean(g⊙h))·inverse with g = γ⊙dy in token t, lane n.
  template <class Base>
  std::vector<Sum> dx(int t, int n, Base&& base) const {
    const auto at = [&](int i) { return (t * width + i) * lanes + n; };
    Sum mean, slope;
    for (int i = 0; i < width; ++i) {
      if (centred) mean += double(dy[at(i)]) * gamma[i] / width;
      slope += double(dy[at(i)]) * gamma[i] * h[at(i)] / width;
    }
    std::vector<Sum> dx(width);
    for (int i = 0; i < width; ++i) {
      Sum rest;
      rest += double(dy[at(i)]) * gamma[i];
      rest += -1.0 * mean;
      rest += -double(h[at(i)]) * slope;
      dx[i] += double(inverse[t * lanes + n]) * rest;
      dx[i] += base(at(i));
    }
    return dx;
  }
};

}  // namespace icsweep::test
