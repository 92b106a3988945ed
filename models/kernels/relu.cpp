#include "models/kernels/relu.hpp"

#include <Eigen/Core>

namespace icsweep {

template <class Real, int N>
void relu_forward(int count, Real* y) {
  using Lanes = Eigen::Map<Eigen::Array<Real, Eigen::Dynamic, 1>, Eigen::AlignedMax>;
  Lanes lanes(y, Eigen::Index(count) * N);
  lanes = lanes.max(Real(0));
}

template <class Real, int N>
void relu_backward(int count, const Real* y, Real* dy) {
  for (Eigen::Index i = 0; i < Eigen::Index(count) * N; ++i) dy[i] = y[i] > 0 ? dy[i] : Real(0);
}

#define INSTANTIATE(Real, N)                       \
  template void relu_forward<Real, N>(int, Real*); \
  template void relu_backward<Real, N>(int, const Real*, Real*);
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
