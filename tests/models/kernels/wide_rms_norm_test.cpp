// Root-mean-square normalisation against its definition in double, at every width, and its gradient against finite
// differences.
#include "models/kernels/wide_rms_norm.hpp"

#include <vector>

#include "tests/models/norm_slopes.hpp"

namespace icsweep::test {
namespace {

template <class Kind>
class RmsNorm : public testing::Test {};
TYPED_TEST_SUITE(RmsNorm, LaneKinds);

template <class Check>
void for_each_rms_size(Check&& check) {
  for (int tokens = 1; tokens <= 5; ++tokens)
    for (int width = 1; width <= largest_size; ++width) check(tokens, width);
  check(7, 67);
}

// The mean of squares is a sum of D terms that are not negative: off by a factor of 1 + (D+2)ε/2, its root by half of
// that; square root, division and the products that follow add a rounding each.
TYPED_TEST(RmsNorm, ForwardMatchesDefinition) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for_each_rms_size([](int tokens, int D) {
    const auto x = random_scalars<Real>(tokens * D * N), gamma = random_scalars<Real>(D);
    auto h = random_scalars<Real>(tokens * D * N), y = h, inverse = random_scalars<Real>(tokens * N);
    wide_rms_norm_forward<Real, N>(tokens, D, x.data(), gamma.data(), h.data(), inverse.data(), y.data());
    Deviation<Real> deviation;
    for (int t = 0; t < tokens; ++t)
      for (int n = 0; n < N; ++n) {
        const auto at = [&](int i) { return (t * D + i) * N + n; };
        double square = 0;
        for (int i = 0; i < D; ++i) square += double(x[at(i)]) * x[at(i)] / D;
        const double expected = 1 / std::sqrt(square + 1e-5);
        deviation.add(inverse[t * N + n], {expected, expected}, D / 2 + 5);
        for (int i = 0; i < D; ++i) {
          const double normal = x[at(i)] * expected;
          deviation.add(h[at(i)], {normal, std::abs(normal)}, D / 2 + 6);
          deviation.add(y[at(i)], {gamma[i] * normal, std::abs(gamma[i] * normal)}, D / 2 + 7);
        }
      }
    deviation.expect_rounding_only(tokens, D);
  });
}

TYPED_TEST(RmsNorm, BackwardMatchesDefinition) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for_each_rms_size([](int tokens, int D) {
    const auto h = random_scalars<Real>(tokens * D * N), inverse = random_scalars<Real>(tokens * N, 0.1, 3),
               gamma = random_scalars<Real>(D), dy = random_scalars<Real>(tokens * D * N),
               base = random_scalars<Real>(tokens * D * N), before = random_scalars<Real>(D * N);
    const auto backward = [&](const Real* upstream, const Real* start, Real* dx) {
      auto dgamma = before;
      wide_rms_norm_backward<Real, N>(tokens, D, h.data(), inverse.data(), gamma.data(), upstream, start, dx,
                                      dgamma.data());
      return dgamma;
    };
    auto plain = random_scalars<Real>(tokens * D * N), based = plain, onto_base = base, onto_dy = dy, all = dy;
    const auto dgamma = backward(dy.data(), nullptr, plain.data());
    EXPECT_EQ(dgamma, backward(dy.data(), base.data(), based.data()));
    EXPECT_EQ(dgamma, backward(dy.data(), onto_base.data(), onto_base.data()));
    EXPECT_EQ(dgamma, backward(onto_dy.data(), nullptr, onto_dy.data()));
    EXPECT_EQ(dgamma, backward(all.data(), all.data(), all.data()));
    EXPECT_EQ(based, onto_base);
    EXPECT_EQ(plain, onto_dy);
    const NormSlopes<AlignedVector<Real>> slopes{D, N, false, h, inverse, gamma, dy};
    Deviation<Real> deviation;
    std::vector<Sum> expected(D * N);
    for (int i = 0; i < D * N; ++i) expected[i] += before[i];
    for (int t = 0; t < tokens; ++t)
      for (int n = 0; n < N; ++n) {
        const auto add = [&](const auto& computed, auto&& start) {
          const auto dx = slopes.dx(t, n, start);
          for (int i = 0; i < D; ++i) deviation.add(computed[(t * D + i) * N + n], dx[i], D + 8);
        };
        add(plain, [](int) { return 0.0; });
        add(based, [&](int at) { return double(base[at]); });
        add(all, [&](int at) { return double(dy[at]); });
        for (int i = 0; i < D; ++i) expected[i * N + n] += double(dy[(t * D + i) * N + n]) * h[(t * D + i) * N + n];
      }
    for (int i = 0; i < D * N; ++i) deviation.add(dgamma[i], expected[i], tokens + 1);
    deviation.expect_rounding_only(tokens, D);
  });
}

// Off by step⁴ = 1e-12 times a fifth derivative of up to 24/rms⁵ ≈ 10³, over 30; rounding 1e-13.
TEST(RmsNormAlone, BackwardMatchesFiniteDifferences) {
  using Vector = AlignedVector<double>;
  constexpr int tokens = 3, D = 7;
  Vector x = random_scalars<double>(tokens * D), gamma = random_scalars<double>(D);
  const Vector dy = random_scalars<double>(tokens * D);
  Vector h(x.size()), y(x.size()), dx(x.size()), inverse(tokens), dgamma(D);
  const auto f = [&] {
    wide_rms_norm_forward<double, 1>(tokens, D, x.data(), gamma.data(), h.data(), inverse.data(), y.data());
    return dot(dy, y);
  };
  f();
  wide_rms_norm_backward<double, 1>(tokens, D, h.data(), inverse.data(), gamma.data(), dy.data(), nullptr, dx.data(),
                                    dgamma.data());
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(dx[i], derivative(x[i], 1e-3, f), 1e-9) << i;
  for (int i = 0; i < D; ++i) EXPECT_NEAR(dgamma[i], derivative(gamma[i], 0.1, f), 1e-11) << i;
}

}  // namespace
}  // namespace icsweep::test
