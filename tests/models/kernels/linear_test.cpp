// The linear map and its two gradients against their definitions, written as plain loops in double, at every size up to
// beyond the widest register tile.
#include "tests/models/compare.hpp"

#include "models/kernels/linear.hpp"

namespace icsweep::test {
namespace {

template <class Kind>
class LinearKernel : public testing::Test {
 public:
  using Real = typename Kind::Real;
  static constexpr int N = Kind::N;

  /// Fills x, dy, weight, bias for each shape and calls check(shape).
  template <class Check>
  void for_each_shape(Check&& check) {
    for (const int tokens : token_counts)
      for (s.inputs = 1; s.inputs <= largest_size; ++s.inputs)
        for (s.outputs = 1; s.outputs <= largest_size; ++s.outputs) {
          s.tokens = tokens;
          x = random_scalars<Real>(tokens * s.inputs * N);
          dy = random_scalars<Real>(tokens * s.outputs * N);
          weight = random_scalars<Real>(s.inputs * s.outputs);
          bias = random_scalars<Real>(s.outputs);
          check();
        }
  }
  double input(int t, int i, int n) const { return x[(t * s.inputs + i) * N + n]; }
  double output_gradient(int t, int o, int n) const { return dy[(t * s.outputs + o) * N + n]; }

  LinearShape s{};
  AlignedVector<Real> x, dy, weight, bias;
};
TYPED_TEST_SUITE(LinearKernel, LaneKinds);

TYPED_TEST(LinearKernel, ForwardMatchesClosedForm) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  const auto& s = this->s;
  enum class Start { zero, bias, accumulate };
  this->for_each_shape([&] {
    for (const Start start : {Start::zero, Start::bias, Start::accumulate}) {
      const auto before = random_scalars<Real>(s.tokens * s.outputs * N);
      auto y = before;
      linear_forward<Real, N>(s, this->x.data(), this->weight.data(),
                              start == Start::bias ? this->bias.data() : nullptr, y.data(), start == Start::accumulate);
      Deviation<Real> deviation;
      for (int at = 0; at < s.tokens * s.outputs * N; ++at) {
        const int t = at / N / s.outputs, o = at / N % s.outputs;
        Sum expected;
        if (start == Start::bias) expected += this->bias[o];
        if (start == Start::accumulate) expected += before[at];
        for (int i = 0; i < s.inputs; ++i)
          expected += double(this->weight[o * s.inputs + i]) * this->input(t, i, at % N);
        deviation.add(y[at], expected, s.inputs + 1);
      }
      deviation.expect_rounding_only(s.tokens, s.inputs, s.outputs, int(start));
    }
  });
}

TYPED_TEST(LinearKernel, BackwardInputMatchesClosedForm) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  const auto& s = this->s;
  this->for_each_shape([&] {
    for (const bool accumulate : {false, true}) {
      const auto before = random_scalars<Real>(s.tokens * s.inputs * N);
      auto dx = before;
      linear_backward_input<Real, N>(s, this->dy.data(), this->weight.data(), dx.data(), accumulate);
      Deviation<Real> deviation;
      for (int at = 0; at < s.tokens * s.inputs * N; ++at) {
        const int t = at / N / s.inputs, i = at / N % s.inputs;
        Sum expected;
        if (accumulate) expected += before[at];
        for (int o = 0; o < s.outputs; ++o)
          expected += double(this->weight[o * s.inputs + i]) * this->output_gradient(t, o, at % N);
        deviation.add(dx[at], expected, s.outputs + 1);
      }
      deviation.expect_rounding_only(s.tokens, s.inputs, s.outputs, accumulate);
    }
  });
}

TYPED_TEST(LinearKernel, BackwardWeightAddsClosedForm) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  const auto& s = this->s;
  this->for_each_shape([&] {
    const auto weight_before = random_scalars<Real>(s.outputs * s.inputs * N),
               bias_before = random_scalars<Real>(s.outputs * N);
    auto dweight = weight_before, unbiased = weight_before, dbias = bias_before;
    linear_backward_weight<Real, N>(s, this->x.data(), this->dy.data(), dweight.data(), dbias.data());
    linear_backward_weight<Real, N>(s, this->x.data(), this->dy.data(), unbiased.data(), nullptr);
    Deviation<Real> deviation;
    for (int at = 0; at < s.outputs * s.inputs * N; ++at) {
      Sum expected;
      expected += weight_before[at];
      for (int t = 0; t < s.tokens; ++t)
        expected += this->output_gradient(t, at / N / s.inputs, at % N) * this->input(t, at / N % s.inputs, at % N);
      deviation.add(dweight[at], expected, s.tokens + 1);
      deviation.add(unbiased[at], expected, s.tokens + 1);
    }
    for (int at = 0; at < s.outputs * N; ++at) {
      Sum expected;
      expected += bias_before[at];
      for (int t = 0; t < s.tokens; ++t) expected += this->output_gradient(t, at / N, at % N);
      deviation.add(dbias[at], expected, s.tokens + 1);
    }
    deviation.expect_rounding_only(s.tokens, s.inputs, s.outputs);
  });
}

}  // namespace
}  // namespace icsweep::test
