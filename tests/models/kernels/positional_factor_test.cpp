// The factor of positional attention against its definition, and at positions whose exponentials overflow; its
// gradient against finite differences. The rectifier.
#include "models/kernels/positional_factor.hpp"

#include <vector>

#include "models/kernels/relu.hpp"
#include "tests/models/compare.hpp"

namespace icsweep::test {
namespace {

template <class Real>
struct FactorData {
  explicit FactorData(const PositionShape& shape, double size = 1)
      : s(shape),
        positions(random_scalars<Real>(s.tokens * s.width, -size, size)),
        a(random_scalars<Real>((s.width + 1) * (s.width + 1))),
        factor(random_scalars<Real>(s.tokens * s.tokens)),
        scratch(s.scratch()) {}

  const AlignedVector<Real>& compute() {
    positional_factor<Real>(s, positions.data(), a.data(), scratch.data(), factor.data());
    return factor;
  }
  double coordinate(int t, int i) const { return i < s.width ? double(positions[t * s.width + i]) : 1; }
  /// e_tt' = Σ_ij A_ij p̃_t'i p̃_tj
  Sum score(int t, int key) const {
    Sum sum;
    const int K = s.width + 1;
    for (int i = 0; i < K; ++i)
      for (int j = 0; j < K; ++j) sum += double(a[i * K + j]) * coordinate(key, i) * coordinate(t, j);
    return sum;
  }

  PositionShape s;
  AlignedVector<Real> positions, a, factor, scratch;
};

/// A weight is off by a factor 1 + δ, where δ is the error of two scores and of their difference. Eigen's exponential
/// gives at least the smallest normal number where the exact value rounds to 0.
template <class Real>
void expect_softmax(FactorData<Real>&& in) {
  const int T = in.s.tokens;
  const auto& factor = in.compute();
  Deviation<Real> deviation;  // above the diagonal the bound is 0: zeros are exact
  for (int t = 0; t < T; ++t) {
    double largest = -std::numeric_limits<double>::infinity(), terms = 0, sum = 0, row = 0;
    for (int key = 0; key <= t; ++key) {
      largest = std::max(largest, in.score(t, key).value);
      terms = std::max(terms, in.score(t, key).magnitude);
    }
    for (int key = 0; key <= t; ++key) sum += std::exp(in.score(t, key).value - largest);
    for (int key = 0; key < T; ++key) {
      const double p = key > t ? 0 : std::exp(in.score(t, key).value - largest) / sum;
      const double smallest = double(std::numeric_limits<Real>::min() / std::numeric_limits<Real>::epsilon());
      deviation.add(factor[t * T + key], {p, key > t ? 0 : p * (4 * terms + 1) + smallest},
                    2 * (in.s.width + 1) + T + 5);
      row += double(factor[t * T + key]);
    }
    deviation.add(Real(row), {1, 1}, T + 3);
  }
  deviation.expect_rounding_only(T, in.s.width);
}

TEST(PositionalFactor, RowsAreTheSoftmaxOfThePast) {
  for (const int tokens : token_counts)
    for (int width = 1; width <= largest_size; ++width) {
      expect_softmax(FactorData<float>({tokens, width}));
      expect_softmax(FactorData<double>({tokens, width}));
    }
}

TEST(PositionalFactor, LargeScoresGiveFiniteRowsThatSumToOne) {
  for (const double size : {10.0, 1e3}) {  // scores near ±10³ and ±10⁷
    expect_softmax(FactorData<double>({50, 10}, size));
    FactorData<float> in({50, 10}, size);
    const auto& factor = in.compute();
    for (int t = 0; t < 50; ++t) {
      double row = 0;
      for (int key = 0; key < 50; ++key) {
        EXPECT_TRUE(factor[t * 50 + key] == 0 || factor[t * 50 + key] > 1e-22 / 50) << "denormal numbers are slow";
        row += double(factor[t * 50 + key]);
      }
      EXPECT_NEAR(row, 1, 50 * double(std::numeric_limits<float>::epsilon()));
    }
  }
}

// f = Σ C ⊙ P with a fixed C, so G = P ⊙ C. The four-point difference is off by step⁴ = 1e-12 times a fifth derivative
// of up to some (scores' slopes)⁵ ≈ 10³, over 30; rounding is near 1e-12.
TEST(PositionalFactor, BackwardAddsTheFiniteDifferences) {
  for (const PositionShape s : {PositionShape{1, 3}, PositionShape{6, 4}, PositionShape{9, 1}}) {
    FactorData<double> in(s);
    const auto c = random_scalars<double>(s.tokens * s.tokens), da_before = random_scalars<double>(int(in.a.size())),
               dp_before = random_scalars<double>(int(in.positions.size()));
    auto da = da_before, dp = dp_before, g = in.compute();
    const auto factor = in.factor;
    for (std::size_t i = 0; i < g.size(); ++i) g[i] *= c[i];
    positional_factor_backward<double>(s, in.positions.data(), in.a.data(), factor.data(), g.data(), in.scratch.data(),
                                       da.data(), dp.data());
    const auto f = [&] { return dot(c, in.compute()); };
    for (std::size_t i = 0; i < da.size(); ++i)
      EXPECT_NEAR(da[i] - da_before[i], derivative(in.a[i], 1e-3, f), 1e-9) << "A " << i;
    for (std::size_t i = 0; i < dp.size(); ++i)
      EXPECT_NEAR(dp[i] - dp_before[i], derivative(in.positions[i], 1e-3, f), 1e-9) << "position " << i;
  }
}

template <class Kind>
class Rectifier : public testing::Test {};
TYPED_TEST_SUITE(Rectifier, LaneKinds);

TYPED_TEST(Rectifier, KeepsWhatIsPositiveAndItsGradient) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for (int count = 1; count <= largest_size; ++count) {
    auto x = random_scalars<Real>(count * N);
    x[0] = 0;
    const auto upstream = random_scalars<Real>(count * N);
    auto y = x, dy = upstream;
    relu_forward<Real, N>(count, y.data());
    relu_backward<Real, N>(count, y.data(), dy.data());
    for (int i = 0; i < count * N; ++i) {
      EXPECT_EQ(y[i], x[i] > 0 ? x[i] : Real(0));
      EXPECT_EQ(dy[i], x[i] > 0 ? upstream[i] : Real(0));
    }
  }
}

// NaN of a diverging run must reach the loss.
TYPED_TEST(Rectifier, KeepsNotANumber) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  for (int at = 0; at < 3 * N; ++at) {
    AlignedVector<Real> y(3 * N, Real(-1));
    y[at] = std::numeric_limits<Real>::quiet_NaN();
    relu_forward<Real, N>(3, y.data());
    EXPECT_TRUE(std::isnan(y[at]));
  }
}

}  // namespace
}  // namespace icsweep::test
