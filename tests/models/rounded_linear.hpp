// Wide linear maps on rounded factors: cases, results of kernels, and sums in double to compare with.
#pragma once

#include <bit>
#include <vector>

#include "models/kernels/bfloat16_linear.hpp"
#include "tests/models/compare.hpp"

namespace icsweep::test {

/// Rounds to eight significant bits, ties to even, numbers that are normal in single precision.
inline double rounded(double x) {
  int exponent;
  const double significand = std::frexp(double(float(x)), &exponent);
  return std::ldexp(std::nearbyint(significand * 256), exponent - 8);
}

template <class Real, int N>
struct Case {
  LinearShape s;
  AlignedVector<Real> x = random_scalars<Real>(s.tokens * s.inputs * N),
                      dy = random_scalars<Real>(s.tokens * s.outputs * N),
                      base = random_scalars<Real>(s.tokens * std::max(s.inputs, s.outputs) * N),
                      weight = random_scalars<Real>(s.inputs * s.outputs), bias = random_scalars<Real>(s.outputs);
};

template <class Real>
std::vector<double> all_rounded(const AlignedVector<Real>& values) {
  std::vector<double> all(values.size());
  std::transform(values.begin(), values.end(), all.begin(), rounded);
  return all;
}

/// Results of the kernels for a case. Scalars after the working memory must stay unchanged.
template <class Real, int N>
struct Computed {
  Computed(const WideLinearKernels<Real, N>& kernels, const Case<Real, N>& c, bool with_bias, bool with_base)
      : y(c.s.tokens * c.s.outputs * N), dx(c.s.tokens * c.s.inputs * N), dweight(c.weight.size()), dbias(c.bias) {
    const LinearShape &s = c.s, back{s.tokens, s.outputs, s.inputs};
    const WideLinearMemory memory = kernels.memory(s);
    AlignedVector<Real> weight = c.weight, packed(memory.packed + 1, 7), transposed(memory.transposed + 1, 7),
                        sums(memory.sums + 1, 7), rounded(memory.rounded + 1, 7), scratch(memory.scratch + 1, 7);
    kernels.pack(s, weight.data(), packed.data(), transposed.data());
    kernels.forward(s, c.x.data(), packed.data(), with_bias ? c.bias.data() : nullptr,
                    with_base ? c.base.data() : nullptr, rounded.data(), y.data());
    kernels.forward(back, c.dy.data(), transposed.data(), nullptr, with_base ? c.base.data() : nullptr, rounded.data(),
                    dx.data());
    for (int block = 0; block < 2; ++block)
      kernels.backward_weight(s, c.x.data(), c.dy.data(), scratch.data(), sums.data(),
                              with_bias ? dbias.data() : nullptr, block > 0);
    kernels.reduce_gradient(s, sums.data(), dweight.data());
    for (const auto* guarded : {&packed, &transposed, &sums, &rounded, &scratch}) EXPECT_EQ(guarded->back(), 7);
  }
  /// Compares bit by bit, except the payload of a NaN.
  bool operator==(const Computed& other) const {
    const auto same = [](Real a, Real b) {
      return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
    };
    const auto all = [&](auto& some, auto& others) { return std::ranges::equal(some, others, same); };
    return all(y, other.y) && all(dx, other.dx) && all(dweight, other.dweight) && all(dbias, other.dbias);
  }

  AlignedVector<Real> y, dx, dweight, dbias;
};

template <class Real, int N>
void expect_sums_of_rounded_factors(const Case<Real, N>& c, const Computed<Real, N>& computed, bool with_bias,
                                    bool with_base) {
  const LinearShape& s = c.s;
  const auto x = all_rounded(c.x), dy = all_rounded(c.dy), weight = all_rounded(c.weight);
  Deviation<Real> deviation;
  const auto start = [&](int at) {
    Sum sum;
    if (with_base) sum += c.base[at];
    return sum;
  };
  for (int at = 0; at < s.tokens * s.outputs * N; ++at) {
    const int t = at / N / s.outputs, o = at / N % s.outputs, n = at % N;
    Sum y = start(at);
    if (with_bias) y += c.bias[o];
    for (int i = 0; i < s.inputs; ++i) y += weight[o * s.inputs + i] * x[(t * s.inputs + i) * N + n];
    deviation.add(computed.y[at], y, s.inputs + 2);
  }
  for (int at = 0; at < s.tokens * s.inputs * N; ++at) {
    const int t = at / N / s.inputs, i = at / N % s.inputs, n = at % N;
    Sum dx = start(at);
    for (int o = 0; o < s.outputs; ++o) dx += weight[o * s.inputs + i] * dy[(t * s.outputs + o) * N + n];
    deviation.add(computed.dx[at], dx, s.outputs + 1);
  }
  for (int o = 0; o < s.outputs; ++o) {
    std::vector<Sum> row(s.inputs);
    Sum dbias;
    for (int at = 0; at < 2 * s.tokens * N; ++at) {
      const int t = at / N % s.tokens, n = at % N;
      const int slope = (t * s.outputs + o) * N + n;
      for (int i = 0; i < s.inputs; ++i) row[i] += dy[slope] * x[(t * s.inputs + i) * N + n];
      dbias += c.dy[slope];
    }
    for (int i = 0; i < s.inputs; ++i) deviation.add(computed.dweight[o * s.inputs + i], row[i], 2 * s.tokens * N);
    if (with_bias) deviation.add(computed.dbias[o], dbias, 2 * s.tokens * N);
  }
  deviation.expect_rounding_only(s.tokens, s.inputs, s.outputs, with_bias, with_base);
}

/// Every size up to beyond the widest tile, and wide layers: several runs of outputs, several parts of tokens.
inline const std::vector<LinearShape>& shapes() {
  static const std::vector<LinearShape> all = [] {
    std::vector<LinearShape> some{{7, 53, 71}, {3, 3000, 91}, {31, 40, 19}};
    for (const int tokens : {1, 2, 3, 5})
      for (int inputs = 1; inputs <= 35; inputs += inputs < 18 ? 1 : 4)
        for (int outputs = 1; outputs <= 17; ++outputs) some.push_back({tokens, inputs, outputs});
    return some;
  }();
  return all;
}

/// Random bits of floats: of any kind, with small exponents about that of the product's smallest normal number, and
/// special values between ordinary ones.
inline float random_float(std::mt19937_64& engine, int kind) {
  static constexpr std::uint32_t special[] = {0,          0x80000000, 0x7f800000, 0xff800000, 0x7fc00000, 0x7f800001,
                                              0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff, 0x3f808000, 0x3f818000};
  const std::uint64_t random = engine();
  const auto bits = std::uint32_t(random);
  const auto exponent = [&](int first, int count) {
    return std::bit_cast<float>((bits & 0x807fffff) |
                                (std::uint32_t(first) + std::uint32_t(random >> 32) % std::uint32_t(count)) << 23);
  };
  if (kind == 0) return std::bit_cast<float>(bits);
  if (kind == 1) return exponent(60, 8);
  if (kind == 2) return exponent(1, 6);
  if (random >> 60 < 4) return std::bit_cast<float>(special[(random >> 32) % std::size(special)]);
  return exponent(120, 14);
}

}  // namespace icsweep::test
