// Wide linear maps on the tiles of AMX: against sums in double of factors that are rounded in the same places, the
// instruction's sum against its definition, and the processor's instruction against its emulation, bit for bit.
#include "models/kernels/amx_linear.hpp"

#include "models/layers/wide_kernels.hpp"
#include "tests/models/rounded_linear.hpp"

namespace icsweep::test {
namespace {

template <class Kind>
class AmxLinear : public testing::Test {};
TYPED_TEST_SUITE(AmxLinear, LaneKinds);

TYPED_TEST(AmxLinear, IsSumsOfRoundedFactors) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for (const LinearShape& shape : shapes()) {
    const Case<Real, N> c{shape};
    const Computed<Real, N> computed(amx_linear_kernels<Real, N>(), c, true, true);
    expect_sums_of_rounded_factors(c, computed, true, true);
  }
}

/// Here tiles and blocks are complete. Elsewhere parts are missing, which must not count.
TYPED_TEST(AmxLinear, GivesAnOutputTheSameBitsInAnyBlock) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  const Case<Real, N> all{{5, 45, 50}};
  const Computed<Real, N> whole(amx_linear_kernels<Real, N>(), all, true, true);
  for (const int tokens : {1, 2, 3, 4})
    for (const int outputs : {1, 16, 17, 33}) {
      Case<Real, N> part{{tokens, 45, outputs}};
      std::copy_n(all.x.begin(), part.x.size(), part.x.begin());
      std::copy_n(all.weight.begin(), part.weight.size(), part.weight.begin());
      std::copy_n(all.bias.begin(), outputs, part.bias.begin());
      for (int t = 0; t < tokens; ++t)
        std::copy_n(all.base.begin() + t * 50 * N, outputs * N, part.base.begin() + t * outputs * N);
      const Computed<Real, N> computed(amx_linear_kernels<Real, N>(), part, true, true);
      for (int t = 0; t < tokens; ++t)
        for (int at = 0; at < outputs * N; ++at)
          ASSERT_EQ(computed.y[t * outputs * N + at], whole.y[t * 50 * N + at]) << tokens << " " << outputs;
    }
}

TYPED_TEST(AmxLinear, RectifiesWhatForwardGives) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  const Case<Real, N> c{{3, 20, 37}};
  const auto& kernels = amx_linear_kernels<Real, N>();
  const WideLinearMemory memory = kernels.memory(c.s);
  AlignedVector<Real> weight = c.weight, packed(memory.packed), transposed(memory.transposed), rounded(memory.rounded),
                      y(3 * 37 * N), rectified = y, dx(3 * 20 * N), masked = dx;
  kernels.pack(c.s, weight.data(), packed.data(), transposed.data());
  kernels.forward(c.s, c.x.data(), packed.data(), c.bias.data(), nullptr, rounded.data(), y.data());
  kernels.forward_relu(c.s, c.x.data(), packed.data(), c.bias.data(), rounded.data(), rectified.data());
  for (std::size_t i = 0; i < y.size(); ++i) EXPECT_EQ(rectified[i], std::max(y[i], Real(0)));
  const LinearShape back{3, 37, 20};
  kernels.forward(back, c.dy.data(), transposed.data(), nullptr, nullptr, rounded.data(), dx.data());
  kernels.backward_relu(back, c.dy.data(), transposed.data(), c.x.data(), rounded.data(), masked.data());
  for (std::size_t i = 0; i < dx.size(); ++i) EXPECT_EQ(masked[i], c.x[i] > 0 ? dx[i] : Real(0));
}

/// One output of `terms` in lane 0, with weights 1.
float sum_of(std::vector<float> terms, float base) {
  Case<float, 16> c{{1, int(terms.size()), 1}};
  for (std::size_t i = 0; i < terms.size(); ++i) c.x[i * 16] = terms[i];
  c.weight.assign(terms.size(), 1.0f), c.base.assign(c.base.size(), base);
  return Computed<float, 16>(amx_linear_kernels<float, 16>(), c, false, true).y[0];
}

// 2^24 + 1 rounds to 2^24, 2^24 + 2 does not: this shows which terms are added first.
TEST(AmxTile, AddsEvenAndOddTermsApartAndTheBaseLast) {
  constexpr float large = 0x1p24f;
  EXPECT_EQ(sum_of({large, 1, 1, 1}, 0), large + 2) << "(large + 1) + (1 + 1)";
  EXPECT_EQ(sum_of({large, 1, 1}, 0), large) << "(large + 1) + 1";
  EXPECT_EQ(sum_of({1, 1}, large), large + 2) << "large + (1 + 1)";
  EXPECT_EQ(sum_of({large, 1, 0, 1, -large, 0}, 0), 2) << "(large + 0 − large) + (1 + 1)";
  std::vector<float> terms(34);
  terms[0] = terms[32] = 1;
  EXPECT_EQ(sum_of(terms, large), large) << "terms 0 and 32 are of two steps: (large + 1) + 1";
  terms[2] = 1;
  EXPECT_EQ(sum_of(terms, large), large + 4) << "(large + 2) + 1, a tie";
}

TEST(AmxTile, TakesAndLeavesDenormalNumbersAsZeros) {
  constexpr float smallest = 0x1p-126f;
  EXPECT_EQ(sum_of({1.5f * smallest, -smallest}, 0), 0) << "the two sums' difference is denormal";
  EXPECT_EQ(sum_of({0}, smallest / 2), 0);
  EXPECT_EQ(sum_of({smallest}, smallest / 2), smallest);
  EXPECT_EQ(sum_of({smallest}, smallest), 2 * smallest);
}

TEST(AmxInstruction, GivesTheBitsOfTheEmulation) {
  if (!processor_has(Precision::bfloat16_amx)) GTEST_SKIP() << "this processor or build lacks AMX-BF16";
  const auto &instruction = wide_kernels<float, 16>(Precision::bfloat16_amx),
             &emulated = amx_linear_kernels<float, 16>();
  ASSERT_NE(&instruction, &emulated);
  std::mt19937_64 engine(1);
  for (const LinearShape& shape : shapes())
    for (const int kind : {-1, 0, 1, 2, 3}) {
      Case<float, 16> c{shape};
      for (auto* values : {&c.x, &c.weight, &c.base, &c.dy})
        for (float& value : *values) value = kind < 0 ? value : random_float(engine, kind);
      const Computed<float, 16> a(instruction, c, true, true), b(emulated, c, true, true);
      EXPECT_TRUE(a == b) << shape.tokens << " " << shape.inputs << " " << shape.outputs << ", kind " << kind;
    }
}

}  // namespace
}  // namespace icsweep::test
