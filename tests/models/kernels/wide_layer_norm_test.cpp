// Layer normalisation with input and output apart: against its definition in double, at every width, and its gradient
// against finite differences.
#include "models/kernels/wide_layer_norm.hpp"

#include <vector>

#include "tests/models/norm_slopes.hpp"

namespace icsweep::test {
namespace {

template <class Kind>
class Norm : public testing::Test {};
TYPED_TEST_SUITE(Norm, LaneKinds);

template <class Check>
void for_each_size(Check&& check) {
  for (int tokens = 1; tokens <= 5; ++tokens)
    for (int width = 1; width <= largest_size; ++width) check(tokens, width);
  check(7, 67);
}

// Inputs lie in ±1, so x − mean x is off by δ ≤ (D+2)ε/2, h = (x − mean)·inverse by δ·inverse, and inverse itself by a
// factor of up to 1 + δ·inverse + (D+8)ε/2 (variance, square root, division).
TYPED_TEST(Norm, ForwardMatchesDefinition) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for_each_size([](int tokens, int D) {
    const auto x = random_scalars<Real>(tokens * D * N), gamma = random_scalars<Real>(D),
               beta = random_scalars<Real>(D);
    auto h = random_scalars<Real>(tokens * D * N), y = h, inverse = random_scalars<Real>(tokens * N);
    wide_layer_norm_forward<Real, N>(tokens, D, x.data(), gamma.data(), beta.data(), h.data(), inverse.data(),
                                     y.data());
    Deviation<Real> deviation;
    for (int t = 0; t < tokens; ++t)
      for (int n = 0; n < N; ++n) {
        const auto at = [&](int i) { return (t * D + i) * N + n; };
        double mean = 0, variance = 0;
        for (int i = 0; i < D; ++i) mean += x[at(i)] / double(D);
        for (int i = 0; i < D; ++i) variance += (x[at(i)] - mean) * (x[at(i)] - mean) / D;
        const double expected = 1 / std::sqrt(variance + 1e-5);
        deviation.add(inverse[t * N + n], {expected, expected * (1 + expected)}, D + 8);
        for (int i = 0; i < D; ++i) {
          const double normal = (x[at(i)] - mean) * expected, scale = (2 + std::abs(normal)) * (1 + expected);
          deviation.add(h[at(i)], {normal, scale}, D + 8);
          deviation.add(y[at(i)], {gamma[i] * normal + beta[i], scale + 2}, D + 10);
        }
      }
    deviation.expect_rounding_only(tokens, D);
  });
}

TYPED_TEST(Norm, BackwardMatchesDefinition) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for_each_size([](int tokens, int D) {
    const auto h = random_scalars<Real>(tokens * D * N), inverse = random_scalars<Real>(tokens * N, 0.1, 3),
               gamma = random_scalars<Real>(D), dy = random_scalars<Real>(tokens * D * N),
               base = random_scalars<Real>(tokens * D * N), before = random_scalars<Real>(D * N);
    const auto backward = [&](const Real* upstream, const Real* start, Real* dx) {
      auto dgamma = before, dbeta = before;
      wide_layer_norm_backward<Real, N>(tokens, D, h.data(), inverse.data(), gamma.data(), upstream, start, dx,
                                        dgamma.data(), dbeta.data());
      dgamma.insert(dgamma.end(), dbeta.begin(), dbeta.end());
      return dgamma;
    };
    auto plain = random_scalars<Real>(tokens * D * N), based = plain, onto_base = base, onto_dy = dy, all = dy;
    const auto affine = backward(dy.data(), nullptr, plain.data());
    EXPECT_EQ(affine, backward(dy.data(), base.data(), based.data()));
    EXPECT_EQ(affine, backward(dy.data(), onto_base.data(), onto_base.data()));
    EXPECT_EQ(affine, backward(onto_dy.data(), nullptr, onto_dy.data()));
    EXPECT_EQ(affine, backward(all.data(), all.data(), all.data()));
    EXPECT_EQ(based, onto_base);
    EXPECT_EQ(plain, onto_dy);
    const NormSlopes<AlignedVector<Real>> slopes{D, N, true, h, inverse, gamma, dy};
    Deviation<Real> deviation;
    std::vector<Sum> dgamma(D * N), dbeta(D * N);
    for (int i = 0; i < D * N; ++i) dgamma[i] += before[i], dbeta[i] += before[i];
    for (int t = 0; t < tokens; ++t)
      for (int n = 0; n < N; ++n) {
        const auto add = [&](const auto& computed, auto&& start) {
          const auto expected = slopes.dx(t, n, start);
          for (int i = 0; i < D; ++i) deviation.add(computed[(t * D + i) * N + n], expected[i], D + 8);
        };
        add(plain, [](int) { return 0.0; });
        add(based, [&](int at) { return double(base[at]); });
        add(all, [&](int at) { return double(dy[at]); });
        for (int i = 0; i < D; ++i) {
          const double g = dy[(t * D + i) * N + n];
          dgamma[i * N + n] += g * h[(t * D + i) * N + n];
          dbeta[i * N + n] += g;
        }
      }
    for (int i = 0; i < D * N; ++i) {
      deviation.add(affine[i], dgamma[i], tokens + 1);
      deviation.add(affine[D * N + i], dbeta[i], tokens + 1);
    }
    deviation.expect_rounding_only(tokens, D);
  });
}

// Off by step⁴ = 1e-12 times a fifth derivative of up to 24/deviation⁵ ≈ 10³, over 30; rounding 1e-13.
TEST(NormApart, BackwardMatchesFiniteDifferences) {
  using Vector = AlignedVector<double>;
  constexpr int tokens = 3, D = 7;
  Vector x = random_scalars<double>(tokens * D), gamma = random_scalars<double>(D), beta = random_scalars<double>(D);
  const Vector dy = random_scalars<double>(tokens * D);
  Vector h(x.size()), y(x.size()), dx(x.size()), inverse(tokens), dgamma(D), dbeta(D);
  const auto f = [&] {
    wide_layer_norm_forward<double, 1>(tokens, D, x.data(), gamma.data(), beta.data(), h.data(), inverse.data(),
                                       y.data());
    return dot(dy, y);
  };
  f();
  wide_layer_norm_backward<double, 1>(tokens, D, h.data(), inverse.data(), gamma.data(), dy.data(), nullptr, dx.data(),
                                      dgamma.data(), dbeta.data());
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(dx[i], derivative(x[i], 1e-3, f), 1e-9) << i;
  for (int i = 0; i < D; ++i) EXPECT_NEAR(dgamma[i], derivative(gamma[i], 0.1, f), 1e-11) << i;
  for (int i = 0; i < D; ++i) EXPECT_NEAR(dbeta[i], derivative(beta[i], 0.1, f), 1e-11) << i;
}

}  // namespace
}  // namespace icsweep::test
