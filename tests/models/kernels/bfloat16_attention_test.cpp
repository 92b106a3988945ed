// Attention on bfloat16 factors: against double precision with factors that are rounded in the same places, the
// reference itself against its definition, and the processor's instruction against its emulation, bit for bit.
#include "models/kernels/bfloat16_attention.hpp"

#include <vector>

#include "models/layers/wide_kernels.hpp"
#include "tests/models/compare.hpp"

namespace icsweep::test::bfloat16_attention_test {
namespace {

struct Form {
  PairWeight weight;
  Shift shift;
};
constexpr Form forms[] = {{PairWeight::softmax, Shift::none},      {PairWeight::softmax, Shift::own},
                          {PairWeight::exponential, Shift::none},  {PairWeight::exponential, Shift::without_own},
                          {PairWeight::linear, Shift::none},       {PairWeight::linear, Shift::own},
                          {PairWeight::linear, Shift::without_own}};

/// Numbers of tokens around a pair, a strip and a panel; features around a pair and a tile.
template <class Check>
void for_each_shape(Check&& check) {
  for (const Form& form : forms)
    for (const int tokens : {1, 2, 3, 4, 5, 6, 9, 33, 66})
      for (const auto& [keys, values] : {std::pair{1, 1}, {2, 3}, {5, 4}, {13, 8}}) {
        SCOPED_TRACE("tokens " + std::to_string(tokens) + " keys " + std::to_string(keys) + " weight " +
                     std::to_string(int(form.weight)) + " shift " + std::to_string(int(form.shift)));
        check(PairShape{tokens, keys, values, form.shift, 2 * keys + values + 3, values + 2}, form.weight);
      }
}

/// Arrays of a head between those of others: rows of q, k, v and of z.
template <class Real, int N>
struct Head {
  explicit Head(const PairShape& shape)
      : s(shape),
        inputs(random_scalars<Real>(s.tokens * s.row * N)),
        dz(random_scalars<Real>(s.tokens * s.out_row * N)) {}
  const Real* q() const { return inputs.data() + N; }
  PairShape s;
  AlignedVector<Real> inputs, dz;
};

template <class Real>
struct Computed {
  bool operator==(const Computed&) const = default;
  AlignedVector<Real> z, gradient;  // of all rows; lanes between those of the head stay 7
};

template <class Real, int N>
Computed<Real> compute(const AttentionKernels<Real, N>& kernels, const Head<Real, N>& h, PairWeight weight) {
  const PairShape& s = h.s;
  Computed<Real> c{AlignedVector<Real>(h.dz.size(), 7), AlignedVector<Real>(h.inputs.size(), 7)};
  AlignedVector<Real> scratch(attention_scratch(s, N) + 1, std::numeric_limits<Real>::quiet_NaN()),
      kept(s.kept(N) + 1, std::numeric_limits<Real>::quiet_NaN()), inverse(s.tokens * N);
  scratch.back() = kept.back() = 7;
  const Real *q = h.q(), *k = q + s.keys * N, *v = k + s.keys * N;
  Real *dq = c.gradient.data() + N, *dk = dq + s.keys * N, *dv = dk + s.keys * N;
  kernels.forward(s, weight, q, k, v, scratch.data(), kept.data(), inverse.data(), c.z.data() + N);
  kernels.backward(s, weight, q, k, v, kept.data(), inverse.data(), c.z.data() + N, h.dz.data() + N, scratch.data(), dq,
                   dk, dv);
  EXPECT_EQ(scratch.back(), 7);
  EXPECT_EQ(kept.back(), 7);
  return c;
}

/// The same head in double precision, lane n.
template <class Real, int N>
Head<double, 1> lane_of(const Head<Real, N>& h, int n) {
  Head<double, 1> lane(h.s);
  for (std::size_t i = 0; i < lane.inputs.size(); ++i) lane.inputs[i] = h.inputs[i * N + n];
  for (std::size_t i = 0; i < lane.dz.size(); ++i) lane.dz[i] = h.dz[i * N + n];
  return lane;
}

template <class Kind>
class Bfloat16Attention : public testing::Test {};
using SinglePrecision = testing::Types<LaneKind<float, 16>, LaneKind<float, 8>>;
TYPED_TEST_SUITE(Bfloat16Attention, SinglePrecision);

// A weight or a slope that the two compute a little differently is sometimes rounded the other way.
TYPED_TEST(Bfloat16Attention, IsTheReferenceOnRoundedFactorsAndNotTheExactOne) {
  constexpr int N = TypeParam::N;
  for_each_shape([](const PairShape& s, PairWeight weight) {
    const Head<float, N> head(s);
    const auto computed = compute(bfloat16_attention_kernels<float, N>(), head, weight);
    double from_rounded = 0, from_exact = 0;
    for (int n = 0; n < N; ++n) {
      const auto lane = lane_of(head, n);
      const auto rounded = compute(bfloat16_attention_kernels<double, 1>(), lane, weight),
                 exact = compute(attention_kernels<double, 1>(), lane, weight);
      for (auto [a, b, c] : {std::tuple(&computed.z, &rounded.z, &exact.z),
                             std::tuple(&computed.gradient, &rounded.gradient, &exact.gradient)})
        for (std::size_t i = 0; i < b->size(); ++i) {
          from_rounded += std::pow(double((*a)[i * N + n]) - (*b)[i], 2);
          from_exact += std::pow(double((*a)[i * N + n]) - (*c)[i], 2);
        }
    }
    if (s.tokens > 1) {
      EXPECT_GT(from_exact, 0);
    }
    EXPECT_LE(std::sqrt(from_rounded), std::sqrt(from_exact) / 8 + 1e-6);
  });
}

TYPED_TEST(Bfloat16Attention, WithoutRoundingItIsQuadraticAttentionWhoseGradientsAreNotAddedUp) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for_each_shape([](const PairShape& s, PairWeight weight) {
    const Head<Real, N> head(s);
    const auto computed = compute(attention_kernels<Real, N>(), head, weight);
    Computed<Real> c{AlignedVector<Real>(head.dz.size(), 7), AlignedVector<Real>(head.inputs.size(), 7)};
    AlignedVector<Real> scratch(s.scratch(N)), kept(s.kept(N)), inverse(s.tokens * N);
    const Real *q = head.q(), *k = q + s.keys * N, *v = k + s.keys * N;
    Real *dq = c.gradient.data() + N, *dk = dq + s.keys * N, *dv = dk + s.keys * N;
    for (int t = 0; t < s.tokens; ++t) std::fill_n(dk + t * s.row * N, (s.keys + s.values) * N, Real(0));
    quadratic_attention_forward<Real, N>(s, weight, q, k, v, kept.data(), inverse.data(), c.z.data() + N);
    quadratic_attention_backward<Real, N>(s, weight, q, k, v, kept.data(), inverse.data(), c.z.data() + N,
                                          head.dz.data() + N, scratch.data(), dq, dk, dv);
    EXPECT_TRUE(c == computed);
  });
}

/// Later tokens change neither outputs nor, where they have no upstream gradient, gradients of earlier ones.
TYPED_TEST(Bfloat16Attention, NoTokenSeesALaterOne) {
  constexpr int N = TypeParam::N;
  for_each_shape([](const PairShape& s, PairWeight weight) {
    const int seen = s.tokens / 2;
    Head<float, N> head(s);
    std::fill(head.dz.begin() + seen * s.out_row * N, head.dz.end(), 0.0f);
    const auto before = compute(bfloat16_attention_kernels<float, N>(), head, weight);
    for (std::size_t i = std::size_t(seen * s.row * N); i < head.inputs.size(); ++i) head.inputs[i] *= -3;
    const auto after = compute(bfloat16_attention_kernels<float, N>(), head, weight);
    EXPECT_TRUE(std::equal(before.z.begin(), before.z.begin() + seen * s.out_row * N, after.z.begin()));
    EXPECT_TRUE(
        std::equal(before.gradient.begin(), before.gradient.begin() + seen * s.row * N, after.gradient.begin()));
  });
}

/// Scores of all sizes: equal ones, and scores of which one key gets all the weight.
TEST(Bfloat16AttentionInstruction, GivesTheBitsOfTheEmulation) {
  if (!processor_has(Precision::bfloat16)) GTEST_SKIP() << "this processor or build lacks AVX512_BF16";
  const auto& instruction = wide_attention_kernels<float, 16>(Precision::bfloat16);
  const auto& emulated = bfloat16_attention_kernels<float, 16>();
  ASSERT_NE(&instruction, &emulated);
  for (const float size : {0.0f, 1.0f, 40.0f})
    for_each_shape([&](const PairShape& s, PairWeight weight) {
      Head<float, 16> head(s);
      if (weight == PairWeight::exponential && size > 1) return;  // overflows
      for (float& x : head.inputs) x *= size;
      EXPECT_TRUE(compute(instruction, head, weight) == compute(emulated, head, weight));
    });
}

}  // namespace
}  // namespace icsweep::test::bfloat16_attention_test
