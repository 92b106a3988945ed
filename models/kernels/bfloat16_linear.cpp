#include "models/kernels/bfloat16_linear.hpp"

#include <algorithm>
#include <type_traits>

#include "models/kernels/relu.hpp"
#include "models/kernels/tiles/bfloat16_emulated.hpp"

namespace icsweep {
namespace {

using namespace detail;

/// The two maps that end in a rectifier or its slope, by a kernel `forward`.
template <class Real, int N, auto forward>
void forward_relu(const LinearShape& s, const Real* x, const Real* packed, const Real* bias, Real* rounded, Real* y) {
  forward(s, x, packed, bias, nullptr, rounded, y);
  relu_forward<Real, N>(s.tokens * s.outputs, y);
}
template <class Real, int N, auto forward>
void backward_relu(const LinearShape& s, const Real* dy, const Real* packed, const Real* relu, Real* rounded,
                   Real* dx) {
  forward(s, dy, packed, nullptr, nullptr, rounded, dx);
  relu_backward<Real, N>(s.tokens * s.outputs, relu, dx);
}

template <class Real, int N>
void forward_single(const LinearShape& s, const Real* x, const Real* packed, const Real* bias, const Real* base, Real*,
                    Real* y) {
  wide_linear_forward<Real, N>(s, x, packed, bias, base, y);
}

/// The kernels of wide_linear.hpp on rounded factors.
struct Reference {
  static void pack(const LinearShape& s, double* weight, double* packed, double* transposed) {
    std::transform(weight, weight + s.outputs * s.inputs, weight, rounded);
    wide_linear_pack<double>(s, weight, packed, transposed);
  }
  static void forward(const LinearShape& s, const double* x, const double* packed, const double* bias,
                      const double* base, double* scratch, double* y) {
    std::transform(x, x + s.tokens * s.inputs, scratch, rounded);
    wide_linear_forward<double, 1>(s, scratch, packed, bias, base, y);
  }
  static void backward_weight(const LinearShape& s, const double* x, const double* dy, double* scratch, double* sums,
                              double* dbias, bool accumulate) {
    double* const slopes = std::transform(x, x + s.tokens * s.inputs, scratch, rounded);
    std::transform(dy, dy + s.tokens * s.outputs, slopes, rounded);
    double* const work = scratch + bfloat16_linear_factors(s, 1);
    wide_linear_backward_weight<double, 1>(s, scratch, slopes, work, sums, nullptr, accumulate);
    if (dbias && !accumulate) std::fill_n(dbias, s.outputs, 0.0);
    for (int i = 0; dbias && i < s.tokens * s.outputs; ++i) dbias[i % s.outputs] += dy[i];
  }
};

}  // namespace

template <class Real, int N>
const WideLinearKernels<Real, N>& wide_linear_kernels() {
  static constexpr WideLinearKernels<Real, N> kernels{
      [](const LinearShape& s) {
        const int weights = s.inputs * s.outputs;
        return WideLinearMemory{weights, weights, 0, wide_linear_scratch(s, N), wide_linear_sums(s)};
      },
      [](const LinearShape& s, Real* weight, Real* packed, Real* transposed) {
        wide_linear_pack<Real>(s, weight, packed, transposed);
      },
      forward_single<Real, N>,
      forward_relu<Real, N, forward_single<Real, N>>,
      backward_relu<Real, N, forward_single<Real, N>>,
      wide_linear_backward_weight<Real, N>,
      wide_linear_reduce_gradient<Real>};
  return kernels;
}

template <class Real, int N>
const WideLinearKernels<Real, N>& bfloat16_linear_kernels() {
  if constexpr (std::is_same_v<Real, float>) {
    static constexpr auto kernels = pair_kernels<Emulated<N>>();
    return kernels;
  } else {
    static constexpr WideLinearKernels<Real, N> kernels{
        [](const LinearShape& s) { return bfloat16_linear_memory(s, N); },
        Reference::pack,
        Reference::forward,
        forward_relu<Real, N, Reference::forward>,
        backward_relu<Real, N, Reference::forward>,
        Reference::backward_weight,
        wide_linear_reduce_gradient<Real>};
    return kernels;
  }
}

#define INSTANTIATE(Real, N)                                                 \
  template const WideLinearKernels<Real, N>& wide_linear_kernels<Real, N>(); \
  template const WideLinearKernels<Real, N>& bfloat16_linear_kernels<Real, N>();
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
