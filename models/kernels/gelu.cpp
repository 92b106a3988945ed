#include "models/kernels/gelu.hpp"

#include <numbers>

#include "models/kernels/tiles/lane.hpp"

namespace icsweep {

using namespace detail;

template <class Real, int N>
void gelu_forward(int count, Real* u, Real* y) {
  using V = Lane<Real, N>;
  using Register = Eigen::Map<V, Eigen::AlignedMax>;
  const Real half = .5, one = 1, cubic = .044715, scale = std::sqrt(2 / std::numbers::pi);
  for (int i = 0; i < count * N; i += int(V::SizeAtCompileTime)) {
    const V x = Register(u + i), square = x * x;
    const V tanh = (scale * x * (one + cubic * square)).tanh(), gate = half * (one + tanh);
    Register(y + i) = x * gate;
    Register(u + i) = gate + half * x * (one - tanh * tanh) * (scale * (one + 3 * cubic * square));
  }
}

template <class Real, int N>
void gelu_backward(int count, const Real* slope, Real* dy) {
  for (int i = 0; i < count * N; ++i) dy[i] *= slope[i];
}

#define INSTANTIATE(Real, N)                              \
  template void gelu_forward<Real, N>(int, Real*, Real*); \
  template void gelu_backward<Real, N>(int, const Real*, Real*);
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
