// The packed linear map and its weight gradient against their definitions, written as plain loops in double, at every
// size up to beyond the widest register tile and in one wide layer.
#include "tests/models/compare.hpp"

#include <vector>

#include "models/kernels/wide_linear.hpp"

namespace icsweep::test {
namespace {

template <class Kind>
class WideLinearKernel : public testing::Test {
 public:
  using Real = typename Kind::Real;
  static constexpr int N = Kind::N;

  /// Fills x, dy, weight, bias for each shape and calls check().
  template <class Check>
  void for_each_shape(Check&& check) {
    for (int tokens = 1; tokens <= 5; ++tokens)
      for (int inputs = 1; inputs <= 15; ++inputs)
        for (int outputs = 1; outputs <= 15; ++outputs) fill({tokens, inputs, outputs}), check();
    fill({7, 53, 71});
    check();
    fill({3, 1500, 41});  // several runs of outputs and of inputs
    check();
  }
  void fill(const LinearShape& shape) {
    s = shape;
    x = random_scalars<Real>(s.tokens * s.inputs * N);
    dy = random_scalars<Real>(s.tokens * s.outputs * N);
    weight = random_scalars<Real>(s.inputs * s.outputs);
    bias = random_scalars<Real>(s.outputs);
    packed.assign(weight.size(), 0);
    transposed.assign(weight.size(), 0);
    wide_linear_pack<Real>(s, weight.data(), packed.data(), transposed.data());
  }
  double input(int t, int i, int n) const { return x[(t * s.inputs + i) * N + n]; }
  double output_gradient(int t, int o, int n) const { return dy[(t * s.outputs + o) * N + n]; }

  LinearShape s{};
  AlignedVector<Real> x, dy, weight, bias, packed, transposed;
};
TYPED_TEST_SUITE(WideLinearKernel, LaneKinds);

TYPED_TEST(WideLinearKernel, ForwardMatchesClosedForm) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  const auto& s = this->s;
  enum class Base { none, apart, in_place };
  this->for_each_shape([&] {
    for (const Base from : {Base::none, Base::apart, Base::in_place})
      for (const bool biased : {false, true}) {
        const auto base = random_scalars<Real>(s.tokens * s.outputs * N);
        auto y = from == Base::in_place ? base : random_scalars<Real>(s.tokens * s.outputs * N);
        wide_linear_forward<Real, N>(s, this->x.data(), this->packed.data(), biased ? this->bias.data() : nullptr,
                                     from == Base::none ? nullptr : (from == Base::apart ? base.data() : y.data()),
                                     y.data());
        Deviation<Real> deviation;
        for (int at = 0; at < s.tokens * s.outputs * N; ++at) {
          const int t = at / N / s.outputs, o = at / N % s.outputs;
          Sum expected;
          if (biased) expected += this->bias[o];
          if (from != Base::none) expected += base[at];
          for (int i = 0; i < s.inputs; ++i)
            expected += double(this->weight[o * s.inputs + i]) * this->input(t, i, at % N);
          deviation.add(y[at], expected, s.inputs + 2);
        }
        deviation.expect_rounding_only(s.tokens, s.inputs, s.outputs, int(from), biased);
      }
  });
}

TYPED_TEST(WideLinearKernel, OfTheTransposedWeightsIsTheInputGradient) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  const auto& s = this->s;
  this->for_each_shape([&] {
    auto dx = random_scalars<Real>(s.tokens * s.inputs * N);
    const auto base = dx;
    const LinearShape back{s.tokens, s.outputs, s.inputs};
    wide_linear_forward<Real, N>(back, this->dy.data(), this->transposed.data(), nullptr, dx.data(), dx.data());
    Deviation<Real> deviation;
    for (int at = 0; at < s.tokens * s.inputs * N; ++at) {
      const int t = at / N / s.inputs, i = at / N % s.inputs;
      Sum expected;
      expected += base[at];
      for (int o = 0; o < s.outputs; ++o)
        expected += double(this->weight[o * s.inputs + i]) * this->output_gradient(t, o, at % N);
      deviation.add(dx[at], expected, s.outputs + 1);
    }
    deviation.expect_rounding_only(s.tokens, s.inputs, s.outputs);
  });
}

TYPED_TEST(WideLinearKernel, BackwardWeightAddsSumsOverTokensAndLanesToThoseOfTheBlockBefore) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  const auto& s = this->s;
  this->for_each_shape([&] {
    const auto scratch_before = random_scalars<Real>(wide_linear_scratch(s, N) + N);
    AlignedVector<Real> sums = random_scalars<Real>(wide_linear_sums(s)), unbiased_sums = sums,
                        dbias = random_scalars<Real>(s.outputs), scratch = scratch_before,
                        dweight(s.outputs * s.inputs), unbiased = dweight;
    for (int block = 0; block < 2; ++block) {
      wide_linear_backward_weight<Real, N>(s, this->x.data(), this->dy.data(), scratch.data(), sums.data(),
                                           dbias.data(), block > 0);
      wide_linear_backward_weight<Real, N>(s, this->x.data(), this->dy.data(), scratch.data(), unbiased_sums.data(),
                                           nullptr, block > 0);
    }
    EXPECT_TRUE(std::equal(scratch.end() - N, scratch.end(), scratch_before.end() - N)) << "wrote past the scratch";
    wide_linear_reduce_gradient<Real>(s, sums.data(), dweight.data());
    wide_linear_reduce_gradient<Real>(s, unbiased_sums.data(), unbiased.data());
    EXPECT_EQ(unbiased, dweight);
    Deviation<Real> deviation;
    for (int o = 0; o < s.outputs; ++o) {
      std::vector<Sum> row(s.inputs);
      Sum expected_bias;
      for (int t = 0; t < 2 * s.tokens; ++t)
        for (int n = 0; n < N; ++n) {
          const double g = this->output_gradient(t % s.tokens, o, n);
          for (int i = 0; i < s.inputs; ++i) row[i] += g * this->input(t % s.tokens, i, n);
          expected_bias += g;
        }
      for (int i = 0; i < s.inputs; ++i) deviation.add(dweight[o * s.inputs + i], row[i], 2 * s.tokens * N);
      deviation.add(dbias[o], expected_bias, 2 * s.tokens * N);
    }
    deviation.expect_rounding_only(s.tokens, s.inputs, s.outputs);
  });
}

// Padding lanes hold sequences whose outputs have no gradient.
TYPED_TEST(WideLinearKernel, LanesWithoutGradientAddNothing) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  const auto& s = this->s;
  for (const LinearShape& shape : {LinearShape{3, 7, 13}, {5, 10, 6}})
    for (int active = 0; active < N; ++active) {
      this->fill(shape);
      for (std::size_t at = 0; at < this->dy.size(); ++at)
        if (int(at % N) >= active) this->dy[at] = 0;
      std::vector<AlignedVector<Real>> gradients;
      for (const double padding : {1, 30}) {
        auto x = this->x;
        for (std::size_t at = 0; at < x.size(); ++at) x[at] *= int(at % N) < active ? Real(1) : Real(padding);
        AlignedVector<Real> gradient(s.inputs * s.outputs + s.outputs), scratch(wide_linear_scratch(s, N)),
            sums(wide_linear_sums(s));
        wide_linear_backward_weight<Real, N>(s, x.data(), this->dy.data(), scratch.data(), sums.data(),
                                             gradient.data() + s.inputs * s.outputs, false);
        wide_linear_reduce_gradient<Real>(s, sums.data(), gradient.data());
        gradients.push_back(gradient);
      }
      EXPECT_EQ(gradients[0], gradients[1]) << "active " << active;
      EXPECT_EQ(dot(gradients[0], gradients[0]) > 0, active > 0);
    }
}

// In double with one lane. The output is linear in each of x, the weights and the bias: the differences are exact.
TEST(WideLinear, BackwardMatchesFiniteDifferences) {
  using Vector = AlignedVector<double>;
  const LinearShape s{4, 5, 7}, back{4, 7, 5};
  Vector x = random_scalars<double>(20), weight = random_scalars<double>(35), bias = random_scalars<double>(7);
  const Vector dy = random_scalars<double>(28);
  Vector packed(35), transposed(35), y(28), dx(20), dweight(35), dbias(7), scratch(wide_linear_scratch(s, 1)),
      sums(wide_linear_sums(s));
  const auto f = [&] {
    wide_linear_pack<double>(s, weight.data(), packed.data(), transposed.data());
    wide_linear_forward<double, 1>(s, x.data(), packed.data(), bias.data(), nullptr, y.data());
    return dot(dy, y);
  };
  f();
  wide_linear_forward<double, 1>(back, dy.data(), transposed.data(), nullptr, nullptr, dx.data());
  wide_linear_backward_weight<double, 1>(s, x.data(), dy.data(), scratch.data(), sums.data(), dbias.data(), false);
  wide_linear_reduce_gradient<double>(s, sums.data(), dweight.data());
  for (int i = 0; i < 20; ++i) EXPECT_NEAR(dx[i], derivative(x[i], 0.1, f), 1e-11) << i;
  for (int i = 0; i < 35; ++i) EXPECT_NEAR(dweight[i], derivative(weight[i], 0.1, f), 1e-11) << i;
  for (int i = 0; i < 7; ++i) EXPECT_NEAR(dbias[i], derivative(bias[i], 0.1, f), 1e-11) << i;
}

}  // namespace
}  // namespace icsweep::test
