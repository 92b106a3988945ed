#include "models/kernels/bfloat16_linear.hpp"

#include <algorithm>
#include <type_traits>

#include "models/kernels/tiles/bfloat16_products.hpp"

namespace icsweep {
namespace {

using namespace detail;

/// The registers of VDPBF16PS in arrays, and what it does in loops over them.
template <int N>
struct Emulated {
  static constexpr int lanes = N, tokens = 1, columns = 1, outputs = 1, registers = 1;  // small: tiles decide no bit
  struct Sum {
    float at[N];
  };
  struct Pairs {
    Pair at[N];
  };
  using Wide = Emulated<gradient_inputs>;

  template <class Register, class F>
  static Register each(F&& f) {
    Register result;
    for (int n = 0; n < N; ++n) result.at[n] = f(n);
    return result;
  }
  static Sum load(const float* from) {
    return each<Sum>([&](int n) { return from[n]; });
  }
  static void store(float* to, const Sum& sum) { std::copy_n(sum.at, N, to); }
  static Sum constant(float value) {
    return each<Sum>([&](int) { return value; });
  }
  static Sum plus(const Sum& a, const Sum& b) {
    return each<Sum>([&](int n) { return a.at[n] + b.at[n]; });
  }
  static Pairs load_pairs(const Pair* from) {
    return each<Pairs>([&](int n) { return from[n]; });
  }
  static Pairs spread(Pair pair) {
    return each<Pairs>([&](int) { return pair; });
  }
  static Sum add_products(const Sum& sum, const Pairs& a, const Pairs& b) {
    return each<Sum>([&](int n) { return detail::add_products(sum.at[n], a.at[n], b.at[n]); });
  }
  static void round_pairs(const float* first, const float* second, Pair* to) {
    for (int n = 0; n < N; ++n) to[n] = rounded_pair(first[n], second ? second[n] : 0);
  }
  static void round_neighbours(const float* x, Pair* to) {
    for (int m = 0; m < N / 2; ++m) to[m] = rounded_pair(x[2 * m], x[2 * m + 1]);
  }
  static void round_columns(int count, const float* x, Pair* to, int stride) {
    for (int m = 0; m < N / 2; ++m)
      for (int i = 0; i < gradient_inputs; ++i)
        to[m * stride + i] = i < count ? rounded_pair(x[i * N + 2 * m], x[i * N + 2 * m + 1]) : 0;
  }
};

/// Rounds through single precision, as the weights and activations that are compared with these have.
double rounded(double x) {
  return float_of(rounded_bits(float(x)));
}

/// wide_linear.hpp's kernels on rounded factors.
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
    double* const work = std::transform(dy, dy + s.tokens * s.outputs, slopes, rounded);
    wide_linear_backward_weight<double, 1>(s, scratch, slopes, work, sums, nullptr, accumulate);
    if (dbias && !accumulate) std::fill_n(dbias, s.outputs, 0.0);
    for (int i = 0; dbias && i < s.tokens * s.outputs; ++i) dbias[i % s.outputs] += dy[i];
  }
};

}  // namespace

template <class Real, int N>
const WideLinearKernels<Real, N>& wide_linear_kernels() {
  static constexpr WideLinearKernels<Real, N> kernels{
      [](const LinearShape& s, Real* weight, Real* packed, Real* transposed) {
        wide_linear_pack<Real>(s, weight, packed, transposed);
      },
      [](const LinearShape& s, const Real* x, const Real* packed, const Real* bias, const Real* base, Real*, Real* y) {
        wide_linear_forward<Real, N>(s, x, packed, bias, base, y);
      },
      wide_linear_backward_weight<Real, N>, wide_linear_reduce_gradient<Real>};
  return kernels;
}

template <class Real, int N>
const WideLinearKernels<Real, N>& bfloat16_linear_kernels() {
  if constexpr (std::is_same_v<Real, float>) {
    static constexpr auto kernels = pair_kernels<Emulated<N>>();
    return kernels;
  } else {
    static constexpr WideLinearKernels<Real, N> kernels{Reference::pack, Reference::forward, Reference::backward_weight,
                                                        wide_linear_reduce_gradient<Real>};
    return kernels;
  }
}

#define INSTANTIATE(Real, N)                                                 \
  template const WideLinearKernels<Real, N>& wide_linear_kernels<Real, N>(); \
  template const WideLinearKernels<Real, N>& bfloat16_linear_kernels<Real, N>();
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)

}  // namespace icsweep
