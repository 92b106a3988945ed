#include "tasks/universality/recursion.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <cmath>
#include <complex>
#include <numbers>
#include <set>

#include "io/base/error.hpp"

namespace icsweep {
namespace {

RecursiveSequence draw(const Recursion& recursion, int length, std::uint64_t index = 0) {
  RandomStream random(3, Purpose::check, index);
  return draw_sequence(recursion, length, random);
}

/// Tokens of instance 4 as complex numbers, one token per column.
Eigen::MatrixXcd complex_columns(const Tokens& tokens) {
  Eigen::MatrixXcd z(tokens.cols() / 2, tokens.rows());
  for (int t = 0; t < z.cols(); ++t)
    for (int j = 0; j < z.rows(); ++j) z(j, t) = {tokens(t, 2 * j), tokens(t, 2 * j + 1)};
  return z;
}

TEST(Recursion, EveryInstanceKeepsTheNormThatItStartsWith) {
  for (int instance = 1; instance <= 4; ++instance) {
    const auto s = draw({.instance = instance, .dim = 6, .initial_norm = 1.5}, 300);
    for (int t = 0; t < 300; ++t) EXPECT_NEAR(s.tokens.row(t).norm(), 1.5, 1e-12) << instance;
  }
}

TEST(Recursion, ALongerSequenceBeginsWithTheShorterOne) {
  for (int instance = 1; instance <= 4; ++instance) {
    const Recursion r{.instance = instance, .dim = 4, .noise = 0.1};
    EXPECT_EQ(draw(r, 20).tokens, draw(r, 50).tokens.topRows(20)) << instance;
  }
}

TEST(Recursion, SequencesAreDrawnFromStreamsOfTheirOwn) {
  const Recursion r{.instance = 4, .dim = 4};
  const Sequences few = draw_sequences(r, 2, 9, 3, Purpose::check), many = draw_sequences(r, 5, 9, 3, Purpose::check);
  EXPECT_TRUE(std::equal(few.values.begin(), few.values.end(), many.values.begin()));
  for (int i = 0; i < 5; ++i) {
    const Tokens tokens = draw(r, 9, std::uint64_t(i)).tokens;
    EXPECT_TRUE(std::equal(tokens.data(), tokens.data() + tokens.size(), many.sequence(i))) << i;
  }
}

TEST(Recursion, TheFirstTokenIsUniformOnTheSphere) {
  const int n = 20'000, d = 4;
  for (int instance = 1; instance <= 4; ++instance) {
    Eigen::RowVectorXd mean = Eigen::RowVectorXd::Zero(d), square = mean;
    for (int i = 0; i < n; ++i) {
      const Eigen::RowVectorXd x = draw({.instance = instance, .dim = d}, 1, std::uint64_t(i)).tokens.row(0);
      mean += x / n;
      square += x.cwiseAbs2() / n;
    }
    EXPECT_LT(mean.cwiseAbs().maxCoeff(), 5 / std::sqrt(double(d) * n)) << instance;
    EXPECT_LT((square.array() - 0.25).abs().maxCoeff(), 5 / std::sqrt(double(n)) / d) << instance;
  }
}

TEST(Recursion, LinearInstancesFollowTheirHiddenOrthogonalMatrix) {
  for (const int instance : {1, 2}) {
    const auto s = draw({.instance = instance, .dim = 5}, 30);
    EXPECT_LT((s.w * s.w.transpose() - Eigen::MatrixXd::Identity(5, 5)).norm(), 1e-14 * 5);
    EXPECT_LT((s.tokens.topRows(29) * s.w.transpose() - s.tokens.bottomRows(29)).norm(), 1e-13);
    EXPECT_EQ(s.period, 0);
  }
}

TEST(Recursion, PeriodicSequencesRepeatThemselvesAndTakeEveryPeriodAllowed) {
  std::set<int> periods;
  for (std::uint64_t i = 0; i < 60; ++i) {
    const auto s = draw({.instance = 3, .dim = 3, .shortest_period = 4, .longest_period = 7}, 40, i);
    periods.insert(s.period);
    EXPECT_EQ(s.tokens.topRows(40 - s.period), s.tokens.bottomRows(40 - s.period));
    for (int t = 1; t < s.period; ++t) EXPECT_NE(s.tokens.row(t), s.tokens.row(0));
    EXPECT_EQ(s.w.size(), 0);
  }
  EXPECT_EQ(periods, (std::set<int>{4, 5, 6, 7}));
}

/// With one pair of coordinates the angle follows a ↦ qa + constant.
TEST(Recursion, NonLinearRotationsMultiplyTheAngle) {
  for (const double q : {2.0, -1.5}) {
    const Eigen::MatrixXcd z = complex_columns(draw({.instance = 4, .dim = 2, .q = q}, 30).tokens);
    // e^{i(a' − qa)}: arg is within (−π, π], and what U adds before the phase is multiplied may wrap once.
    const auto constant = [&](int t) { return std::polar(1.0, std::arg(z(0, t + 1)) - q * std::arg(z(0, t))); };
    for (int t = 1; t < 29; ++t) {
      const double a = std::abs(constant(t) - constant(0));
      const double wrapped = std::abs(constant(t) * std::polar(1.0, 2 * std::numbers::pi * q) - constant(0));
      const double back = std::abs(constant(t) * std::polar(1.0, -2 * std::numbers::pi * q) - constant(0));
      EXPECT_LT(std::min({a, wrapped, back}), 1e-12) << q << " at " << t;
    }
  }
}

/// With q = 1 the map is the unitary matrix U*diag(e^{iθ})U. For two pairs E|its first entry|² = E(a² + (1 − a)²),
/// where a = |U_11|² is uniform on [0, 1] if U is uniform on U(2): 2/3, with variance 1/45 at most from a, 1/6 in all.
TEST(Recursion, WithoutPhaseFactorTheMapIsUnitaryAndUniformlyTurned) {
  const int n = 4000;
  double mean = 0;
  for (int i = 0; i < n; ++i) {
    const Eigen::MatrixXcd z = complex_columns(draw({.instance = 4, .dim = 4, .q = 1}, 6, std::uint64_t(i)).tokens);
    const Eigen::MatrixXcd map = z.middleCols(1, 2) * Eigen::Matrix2cd(z.leftCols(2)).inverse();
    mean += std::norm(map(0, 0)) / n;
    if (i < 20) {
      EXPECT_LT((map * map.adjoint() - Eigen::MatrixXcd::Identity(2, 2)).norm(), 1e-9);
      EXPECT_LT((map * z.leftCols(5) - z.rightCols(5)).norm(), 1e-9);
    }
  }
  EXPECT_NEAR(mean, 2.0 / 3, 5 * std::sqrt(1.0 / 6 / n));
}

TEST(Recursion, NoiseHasItsDeviationAndLeavesTheHiddenMapAlone) {
  const int d = 5, length = 4000;
  const double noise = 0.2;
  const auto quiet = draw({.instance = 1, .dim = d}, 2),
             noisy = draw({.instance = 1, .dim = d, .noise = noise}, length);
  EXPECT_EQ(quiet.w, noisy.w);
  EXPECT_EQ(quiet.tokens.row(0), noisy.tokens.row(0));
  const Eigen::MatrixXd residual =
      noisy.tokens.bottomRows(length - 1) - noisy.tokens.topRows(length - 1) * noisy.w.transpose();
  EXPECT_NEAR(residual.squaredNorm() / double(residual.size()), noise * noise, 0.05 * noise * noise);
}

TEST(Recursion, NoiseOfPeriodicSequencesIsAroundTheirCycleAndDoesNotAddUp) {
  const Recursion r{.instance = 3, .dim = 5, .shortest_period = 5, .longest_period = 5, .noise = 0.2};
  const auto s = draw(r, 5001);
  const Tokens difference = s.tokens.bottomRows(4000) - s.tokens.middleRows(1, 4000);  // 200 periods apart
  EXPECT_NEAR(difference.squaredNorm() / double(difference.size()), 2 * 0.04, 0.05 * 2 * 0.04);
}

TEST(Recursion, NonLinearRotationsOfAnOddDimensionAreRefused) {
  EXPECT_THROW(draw({.instance = 4, .dim = 5}, 3), Error);
}

}  // namespace
}  // namespace icsweep
