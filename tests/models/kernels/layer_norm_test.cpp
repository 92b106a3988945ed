// Layer normalisation against its definition, in double, at every width.
#include "tests/models/compare.hpp"

#include <utility>
#include <vector>

#include "models/kernels/layer_norm.hpp"

namespace icsweep::test {
namespace {

template <class Kind>
class LayerNorm : public testing::Test {};
TYPED_TEST_SUITE(LayerNorm, LaneKinds);

template <class Check>
void for_each_norm_shape(Check&& check) {
  for (const int tokens : token_counts)
    for (int width = 1; width <= largest_size; ++width)
      for (int features = 1; features <= width; features += features < width ? std::max(1, (width - features) / 2) : 1)
        for (const Residual residual : {Residual::branch_norm, Residual::post_norm, Residual::none})
          check(NormShape{tokens, width, features, residual});
}

/// The mean, or 0 if z has mean 0 by assumption; and 1/√(mean square about it + ε).
template <class Real>
std::pair<double, double> moments(const NormShape& s, const std::vector<Real>& z) {
  double mean = 0, square = 0;
  if (!takes_centred(s.residual))
    for (const double value : z) mean += value / s.width;
  for (const double value : z) square += (value - mean) * (value - mean) / s.width;
  return {mean, 1 / std::sqrt(square + layer_norm_epsilon)};
}

// Inputs lie in ±1, so u = z − mean z is off by δ ≤ (D+2)ε/2, h = u·inverse by δ·inverse, and inverse itself by a
// factor of up to 1 + δ·inverse + (D+8)ε/2 (variance, square root, division).
TYPED_TEST(LayerNorm, ForwardMatchesDefinition) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for_each_norm_shape([](const NormShape& s) {
    const int D = s.width, F = s.features;
    const auto x = random_scalars<Real>(s.tokens * (F + 1) * N), gamma = random_scalars<Real>(D),
               beta = random_scalars<Real>(D), z = random_scalars<Real>(s.tokens * D * N);
    auto u = z, inverse = random_scalars<Real>(s.tokens * N), y = random_scalars<Real>(s.tokens * (D + 1) * N);
    layer_norm_forward<Real, N>(s, u.data(), x.data(), gamma.data(), beta.data(), inverse.data(), y.data());
    Deviation<Real> deviation;
    for (int at = 0; at < s.tokens * N; ++at) {
      const int t = at / N, n = at % N;
      const auto residual = [&](int i) { return i < D - F ? 0 : x[(t * (F + 1) + i - (D - F)) * N + n]; };
      std::vector<Real> input(D);  // as single precision adds it
      for (int i = 0; i < D; ++i)
        input[i] = z[(t * D + i) * N + n] + (s.residual == Residual::post_norm ? residual(i) : Real(0));
      const auto [mean, expected] = moments(s, input);
      deviation.add(inverse[at], {expected, expected * (1 + expected)}, D + 8);
      for (int i = 0; i < D; ++i) {
        const int u_at = (t * D + i) * N + n, y_at = (t * (D + 1) + i) * N + n;
        const double centred = input[i] - mean, normal = centred * expected,
                     scale = (2 + std::abs(normal)) * (1 + expected);
        const double behind = s.residual == Residual::branch_norm ? double(residual(i)) : 0;
        deviation.add(u[u_at], {centred, 2 + std::abs(centred)}, D + 2);
        deviation.add(y[y_at], {behind + gamma[i] * normal + beta[i], scale + 2}, D + 10);
      }
      EXPECT_EQ(y[(t * (D + 1) + D) * N + n], 1);
    }
    deviation.expect_rounding_only(s.tokens, D, F);
  });
}

TYPED_TEST(LayerNorm, BackwardMatchesDefinition) {
  using Real = typename TypeParam::Real;
  static constexpr int N = TypeParam::N;
  for_each_norm_shape([](const NormShape& s) {
    const int D = s.width;
    const auto u = random_scalars<Real>(s.tokens * D * N), inverse = random_scalars<Real>(s.tokens * N, 0.1, 3),
               gamma = random_scalars<Real>(D), dy = random_scalars<Real>(s.tokens * (D + 1) * N);
    auto dx = dy;  // replaced by the residual's gradient
    auto dz = random_scalars<Real>(s.tokens * D * N), dgamma = random_scalars<Real>(D * N), dbeta = dgamma;
    std::vector<Sum> expected_dgamma(D * N), expected_dbeta(D * N);
    for (int at = 0; at < D * N; ++at) expected_dgamma[at] += dgamma[at], expected_dbeta[at] += dbeta[at];
    layer_norm_backward<Real, N>(s, u.data(), inverse.data(), gamma.data(), dx.data(), dz.data(), dgamma.data(),
                                 dbeta.data());
    Deviation<Real> deviation;
    for (int t = 0; t < s.tokens; ++t)
      for (int n = 0; n < N; ++n) {
        const auto upstream = [&](int i) { return double(dy[(t * (D + 1) + i) * N + n]); };
        const auto normal = [&](int i) { return double(u[(t * D + i) * N + n]) * inverse[t * N + n]; };
        Sum mean, slope;
        for (int i = 0; i < D; ++i) {
          if (!takes_centred(s.residual)) mean += upstream(i) * gamma[i] / D;
          slope += upstream(i) * gamma[i] * normal(i) / D;
          expected_dgamma[i * N + n] += upstream(i) * normal(i);
          expected_dbeta[i * N + n] += upstream(i);
        }
        for (int i = 0; i < D; ++i) {
          Sum expected;
          expected += upstream(i) * gamma[i];
          expected += -1.0 * mean;
          expected += -normal(i) * slope;
          deviation.add(dz[(t * D + i) * N + n], double(inverse[t * N + n]) * expected, D + 10);
          const Real past = s.residual == Residual::branch_norm ? dy[(t * (D + 1) + i) * N + n]
                            : s.residual == Residual::post_norm ? dz[(t * D + i) * N + n]
                                                                : Real(0);
          EXPECT_EQ(dx[(t * (D + 1) + i) * N + n], past);
        }
      }
    for (int at = 0; at < D * N; ++at) {
      deviation.add(dgamma[at], expected_dgamma[at], s.tokens + 2);
      deviation.add(dbeta[at], expected_dbeta[at], s.tokens + 1);
    }
    deviation.expect_rounding_only(s.tokens, D, s.features);
  });
}

}  // namespace
}  // namespace icsweep::test
