// Wide linear maps on bfloat16 factors: against sums in double of factors that are rounded in the same places, and the
// processor's instruction against its emulation, bit for bit.
#include "models/kernels/bfloat16_linear.hpp"

#include <bit>

#include "models/layers/wide_kernels.hpp"
#include "tests/models/rounded_linear.hpp"

namespace icsweep::test {
namespace {

template <class Kind>
class Bfloat16Linear : public testing::Test {};
TYPED_TEST_SUITE(Bfloat16Linear, LaneKinds);

TYPED_TEST(Bfloat16Linear, IsSumsOfRoundedFactors) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for (const LinearShape& shape : shapes()) {
    const Case<Real, N> c{shape};
    for (const bool with_bias : {false, true})
      for (const bool with_base : {false, true})
        expect_sums_of_rounded_factors(
            c, Computed<Real, N>(bfloat16_linear_kernels<Real, N>(), c, with_bias, with_base), with_bias, with_base);
  }
}

/// The kernels by the instruction.
class Bfloat16Instruction : public testing::Test {
 protected:
  void SetUp() override {
    if (!processor_has(Precision::bfloat16)) GTEST_SKIP() << "this processor or build lacks AVX512_BF16";
  }
  const WideLinearKernels<float, 16>&instruction = wide_kernels<float, 16>(Precision::bfloat16),
                                 &emulated = bfloat16_linear_kernels<float, 16>();
};

TEST_F(Bfloat16Instruction, IsWhatLayersTakeUnlessEmulationIsAskedFor) {
  EXPECT_NE(&instruction, &emulated);
  emulate_bfloat16();
  EXPECT_EQ((&wide_kernels<float, 16>(Precision::bfloat16)), &emulated);
  emulate_bfloat16(false);
  EXPECT_EQ((&wide_kernels<float, 16>(Precision::bfloat16)), &instruction);
}

TEST_F(Bfloat16Instruction, GivesTheBitsOfTheEmulation) {
  for (const LinearShape& shape : shapes()) {
    const Case<float, 16> c{shape};
    for (const bool with_base : {false, true}) {
      const Computed<float, 16> a(instruction, c, true, with_base), b(emulated, c, true, with_base);
      EXPECT_TRUE(a == b) << shape.tokens << " " << shape.inputs << " " << shape.outputs;
    }
  }
}

/// Sums of one pair, so that its rounding is visible. The initial sum is the base.
TEST_F(Bfloat16Instruction, AddsAMillionRandomPairsAsTheEmulationDoes) {
  std::mt19937_64 engine(1);
  const LinearShape s{8, 2, 8};
  constexpr int N = 16;
  long pairs = 0, different = 0, zeros = 0, nans = 0;
  for (int round = 0; pairs < 1'200'000; ++round) {
    Case<float, N> c{s};
    const int kind = round % 4;
    for (auto* values : {&c.x, &c.weight})
      for (float& value : *values) value = random_float(engine, kind == 2 ? 1 : kind);
    for (float& value : c.base) value = random_float(engine, kind == 1 ? 2 : kind);
    const Computed<float, N> a(instruction, c, false, true), b(emulated, c, false, true);
    for (std::size_t i = 0; i < a.y.size(); ++i, ++pairs) {
      const auto x = std::bit_cast<std::uint32_t>(a.y[i]), y = std::bit_cast<std::uint32_t>(b.y[i]);
      const bool nan = std::isnan(a.y[i]) && std::isnan(b.y[i]);
      different += !nan && x != y;
      zeros += (x & 0x7fffffff) == 0;
      nans += nan;
    }
  }
  EXPECT_EQ(different, 0) << "of " << pairs;
  EXPECT_GT(zeros, pairs / 100) << "denormal sums that are flushed are among them";
  EXPECT_GT(nans, pairs / 1000);
  EXPECT_LT(nans, pairs / 2);
}

}  // namespace
}  // namespace icsweep::test
