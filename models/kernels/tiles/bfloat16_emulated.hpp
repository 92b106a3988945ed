// Private to the kernel library: the machine of bfloat16_products.hpp without the instruction.
#pragma once

#include <algorithm>
#include <cmath>

#include "models/kernels/tiles/bfloat16_products.hpp"

namespace icsweep::detail {

/// Registers of VDPBF16PS as arrays, and its operations as loops over them.
template <int N>
struct Emulated {
  static constexpr int lanes = N, tokens = 1, columns = 1, outputs = 1,
                       registers = 1;  // small, since tiles do not affect bits
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
  static Sum minus(const Sum& a, const Sum& b) {
    return each<Sum>([&](int n) { return a.at[n] - b.at[n]; });
  }
  static Sum times(const Sum& a, const Sum& b) {
    return each<Sum>([&](int n) { return a.at[n] * b.at[n]; });
  }
  static Sum multiply_add(const Sum& a, const Sum& b, const Sum& sum) {
    return each<Sum>([&](int n) { return std::fma(a.at[n], b.at[n], sum.at[n]); });
  }
  static Sum maximum(const Sum& a, const Sum& b) {
    return each<Sum>([&](int n) { return a.at[n] > b.at[n] ? a.at[n] : b.at[n]; });
  }
  static Sum where_positive(const float* condition, const Sum& a) {
    return each<Sum>([&](int n) { return condition[n] > 0 ? a.at[n] : 0; });
  }
  static Sum inverse(const Sum& a) {
    return each<Sum>([&](int n) { return 1 / a.at[n]; });
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

/// Rounds through single precision, like the weights and activations that are compared with the result.
inline double rounded(double x) {
  return float_of(rounded_bits(float(x)));
}

}  // namespace icsweep::detail
