// Rotary positions against rotations of complex numbers in double; they keep lengths, and scores of turned queries and
// keys depend on the distance of their tokens.
#include "models/kernels/rotary.hpp"

#include <complex>

#include "tests/models/compare.hpp"

namespace icsweep::test {
namespace {

/// Cosines and sines of random angles, or of t·angle.
template <class Real>
struct Angles {
  explicit Angles(int count) : Angles(random_scalars<double>(count, -4, 4)) {}
  explicit Angles(const AlignedVector<double>& angles) {
    for (const double angle : angles) cosines.push_back(Real(std::cos(angle))), sines.push_back(Real(std::sin(angle)));
  }
  AlignedVector<Real> cosines, sines;
};

template <class Kind>
class Rotary : public testing::Test {
 public:
  using Real = typename Kind::Real;
  static constexpr int N = Kind::N;

  template <class Check>
  static void for_each_shape(Check&& check) {
    for (const int tokens : {1, 2, 7})
      for (const int heads : {1, 3})
        for (const int width : {2, 4, 10})
          for (const int more : {0, 5}) check(RotaryShape{tokens, heads, width, heads * width + more});
  }
  static AlignedVector<Real> turned(const RotaryShape& s, const Angles<Real>& angles, AlignedVector<Real> x) {
    rotary_forward<Real, N>(s, angles.cosines.data(), angles.sines.data(), x.data());
    return x;
  }
  static AlignedVector<Real> turned_back(const RotaryShape& s, const Angles<Real>& angles, AlignedVector<Real> x) {
    rotary_backward<Real, N>(s, angles.cosines.data(), angles.sines.data(), x.data());
    return x;
  }
};
TYPED_TEST_SUITE(Rotary, LaneKinds);

TYPED_TEST(Rotary, TurnsTheHalvesOfEachHeadAsComplexNumbersAndNothingElse) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  this->for_each_shape([&](const RotaryShape& s) {
    const int half = s.width / 2;
    const Angles<Real> angles(s.tokens * half);
    const auto x = random_scalars<Real>(s.tokens * s.row * N);
    const auto y = this->turned(s, angles, x);
    Deviation<Real> deviation;
    for (int t = 0; t < s.tokens; ++t)
      for (int lane = 0; lane < s.row; ++lane)
        for (int n = 0; n < N; ++n) {
          const int at = (t * s.row + lane) * N + n, i = lane % s.width;
          if (lane >= s.heads * s.width) {
            EXPECT_EQ(y[at], x[at]);
          } else if (i < half) {
            const std::complex<double> pair(x[at], x[at + half * N]),
                turn(angles.cosines[t * half + i], angles.sines[t * half + i]), expected = pair * turn;
            deviation.add(y[at], {expected.real(), std::abs(pair) * 1.5}, 3);
            deviation.add(y[at + half * N], {expected.imag(), std::abs(pair) * 1.5}, 3);
          }
        }
    deviation.expect_rounding_only(s.tokens, s.heads, s.width, s.row);
  });
}

TYPED_TEST(Rotary, BackwardIsTheTransposeAndTheInverse) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  const double rounding = 10 * std::numeric_limits<Real>::epsilon();
  this->for_each_shape([&](const RotaryShape& s) {
    const Angles<Real> angles(s.tokens * s.width / 2);
    const auto x = random_scalars<Real>(s.tokens * s.row * N), dy = random_scalars<Real>(s.tokens * s.row * N);
    const auto y = this->turned(s, angles, x), dx = this->turned_back(s, angles, dy);
    EXPECT_NEAR(dot(dy, y), dot(dx, x), rounding * std::sqrt(dot(x, x) * dot(dy, dy)));
    EXPECT_LT(relative_distance(this->turned_back(s, angles, y), x), rounding);
  });
}

// All angles of token t are t times those of one token.
TYPED_TEST(Rotary, ScoresDependOnTheDistanceOfTheTokens) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N, tokens = 9, width = 6;
  AlignedVector<double> table;
  for (int t = 0; t < tokens; ++t)
    for (const double angle : {1.0, 0.3, 0.05}) table.push_back(t * angle);
  const RotaryShape s{tokens, 1, width, width};
  const Angles<Real> angles(table);
  const auto query = random_scalars<Real>(width * N), key = random_scalars<Real>(width * N);
  const auto everywhere = [&](const AlignedVector<Real>& one) {
    AlignedVector<Real> all;
    for (int t = 0; t < tokens; ++t) all.insert(all.end(), one.begin(), one.end());
    return this->turned(s, angles, all);
  };
  const auto q = everywhere(query), k = everywhere(key);
  const auto score = [&](int t, int past, int n) {
    double sum = 0;
    for (int i = 0; i < width; ++i) sum += double(q[(t * width + i) * N + n]) * k[(past * width + i) * N + n];
    return sum;
  };
  const double rounding = 100 * std::numeric_limits<Real>::epsilon();
  for (int n = 0; n < N; ++n) {
    for (int t = 0; t < tokens; ++t)
      for (int past = 0; past <= t; ++past) EXPECT_NEAR(score(t, past, n), score(t - past, 0, n), rounding);
    EXPECT_GT(std::abs(score(1, 0, n) - score(0, 0, n)), 1e-3) << n;
  }
}

}  // namespace
}  // namespace icsweep::test
