#include "models/kernels/amx_linear.hpp"

#include <type_traits>

#include "models/kernels/tiles/tile_emulated.hpp"

namespace icsweep {

template <class Real, int N>
const WideLinearKernels<Real, N>& amx_linear_kernels() {
  if constexpr (std::is_same_v<Real, float>) {
    static constexpr auto kernels = detail::tile_kernels<detail::EmulatedTiles<N>>();
    return kernels;
  } else {
    return bfloat16_linear_kernels<Real, N>();
  }
}

#define INSTANTIATE(Real, N) template const WideLinearKernels<Real, N>& amx_linear_kernels<Real, N>();
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
