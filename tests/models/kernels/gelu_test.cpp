// GPT-2's GELU against its formula in double, its slope against finite differences of the formula.
#include "tests/models/compare.hpp"

#include <numbers>

#include "models/kernels/gelu.hpp"

namespace icsweep::test {
namespace {

template <class Kind>
class Gelu : public testing::Test {};
TYPED_TEST_SUITE(Gelu, LaneKinds);

double inner(double u) {
  return std::sqrt(2 / std::numbers::pi) * (u + 0.044715 * u * u * u);
}

double gelu(double u) {
  return u / 2 * (1 + std::tanh(inner(u)));
}

/// u = −12 … 12 in equal steps, one value per scalar of `count` lanes.
template <class Real>
AlignedVector<Real> grid(int scalars) {
  AlignedVector<Real> u(scalars);
  for (int i = 0; i < scalars; ++i) u[i] = Real(24.0 * i / (scalars - 1) - 12);
  return u;
}

// For large |u| tanh is near ±1 and off by a few ε. The value is off by that times |u|/2, the slope by that times |u
// s'(u)|/2, where s is tanh's argument: up to 9 until tanh is 1. The difference's own error is 1e-12.
TYPED_TEST(Gelu, ValueAndSlopeMatchTheFormula) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N, count = 4000 / N;
  const double tolerance = std::max(1e-11, 50.0 * std::numeric_limits<Real>::epsilon());
  const auto u = grid<Real>(count * N);
  auto slope = u, y = random_scalars<Real>(count * N);
  gelu_forward<Real, N>(count, slope.data(), y.data());
  Deviation<Real> deviation;
  for (std::size_t i = 0; i < u.size(); ++i) {
    double at = u[i];
    deviation.add(y[i], {gelu(at), std::abs(at)}, 5);
    EXPECT_NEAR(slope[i], derivative(at, 1e-3, [&] { return gelu(at); }), tolerance) << at;
  }
  deviation.expect_rounding_only(N);
}

TYPED_TEST(Gelu, IsTheRectifierFarFromZero) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for (const double far : {12.0, 50.0, 1e3, 1e6, 1e9})
    for (const int sign : {-1, 1}) {
      AlignedVector<Real> slope(3 * N, Real(sign * far)), y(3 * N, 7);
      gelu_forward<Real, N>(3, slope.data(), y.data());
      EXPECT_EQ(y, AlignedVector<Real>(3 * N, Real(sign > 0 ? far : 0))) << sign * far;
      EXPECT_EQ(slope, AlignedVector<Real>(3 * N, Real(sign > 0))) << sign * far;
    }
}

TYPED_TEST(Gelu, AtZeroIsZeroWithSlopeOneHalf) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  AlignedVector<Real> slope(N, 0), y(N, 7);
  gelu_forward<Real, N>(1, slope.data(), y.data());
  EXPECT_EQ(y, AlignedVector<Real>(N, 0));
  EXPECT_EQ(slope, AlignedVector<Real>(N, Real(0.5)));
}

TYPED_TEST(Gelu, TouchesItsLanesOnly) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for (int count = 1; count <= 5; ++count) {
    const auto u = random_scalars<Real>((count + 1) * N), dy = random_scalars<Real>((count + 1) * N);
    auto slope = u, y = u, dx = dy;
    gelu_forward<Real, N>(count, slope.data(), y.data());
    gelu_backward<Real, N>(count, slope.data(), dx.data());
    for (int i = 0; i < (count + 1) * N; ++i) {
      const bool inside = i < count * N;
      EXPECT_EQ(dx[i], inside ? dy[i] * slope[i] : dy[i]) << i;
      EXPECT_EQ(slope[i] == u[i], !inside) << i;
      EXPECT_EQ(y[i] == u[i], !inside) << i;
    }
  }
}

}  // namespace
}  // namespace icsweep::test
