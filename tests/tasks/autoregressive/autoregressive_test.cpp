#include "tasks/autoregressive/autoregressive.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>

#include "tasks/algebra/decompositions.hpp"

namespace icsweep {
namespace {

TEST(Haar, MatricesAreOrthogonal) {
  for (const int d : {1, 2, 5, 10}) {
    RandomStream random(1, Purpose::check, std::uint64_t(d));
    const Eigen::MatrixXd w = haar_orthogonal(d, random);
    EXPECT_LT((w * w.transpose() - Eigen::MatrixXd::Identity(d, d)).norm(), 1e-13 * d);
  }
}

// On O(d): E tr(W)² = 1 and E tr(W)⁴ = 3 for d ≥ 4, E det = 0. Without the sign correction E tr(W)² is not 1.
TEST(Haar, TraceHasTheMomentsOfTheUniformDistribution) {
  const int n = 20'000, d = 5;
  double square = 0, fourth = 0, determinant = 0;
  for (int i = 0; i < n; ++i) {
    RandomStream random(2, Purpose::check, std::uint64_t(i));
    const Eigen::MatrixXd w = haar_orthogonal(d, random);
    const double trace = w.trace();
    square += trace * trace / n;
    fourth += std::pow(trace, 4) / n;
    determinant += eigenvalues(w).prod().real() / n;
  }
  EXPECT_NEAR(square, 1, 5 * std::sqrt(2.0 / n));
  EXPECT_NEAR(fourth, 3, 5 * std::sqrt(96.0 / n));
  EXPECT_NEAR(determinant, 0, 5 / std::sqrt(double(n)));
}

TEST(Sequences, FollowOneOrthogonalMapEachAndKeepTheirNorm) {
  const int d = 4, length = 60;
  const auto s = draw_sequences({ContextKind::haar, d}, 3, length, 1 / std::sqrt(double(d)), 9, Purpose::test_data);
  for (int i = 0; i < s.count; ++i) {
    const Eigen::Map<const Eigen::MatrixXd> x(s.sequence(i), d, length);
    for (int t = 0; t < length; ++t) EXPECT_NEAR(x.col(t).norm(), 1, 1e-12);
    // The first d steps determine the map, which must explain all other steps.
    const Eigen::MatrixXd w = x.middleCols(1, d) * pseudo_inverse(x.leftCols(d));
    EXPECT_LT((w * x.leftCols(length - 1) - x.rightCols(length - 1)).norm(), 1e-9 * w.norm());
  }
}

TEST(Sequences, DoNotDependOnHowManyAreDrawn) {
  const auto few = draw_sequences({ContextKind::haar, 3}, 2, 6, 1, 4, Purpose::training_data),
             many = draw_sequences({ContextKind::haar, 3}, 7, 6, 1, 4, Purpose::training_data);
  EXPECT_TRUE(std::equal(few.values.begin(), few.values.end(), many.values.begin()));
}

TEST(Sequences, OfCommutingContextsTurnTheirPairs) {
  const int length = 9;
  for (const ContextKind kind : {ContextKind::unitary, ContextKind::orthogonal, ContextKind::restricted}) {
    const ContextDistribution contexts{kind, 4, 10};
    const auto s = draw_sequences(contexts, 5, length, 0.5, 3, Purpose::check);
    ASSERT_EQ(s.dim, contexts.complex() ? 8 : 4);
    for (int n = 0; n < s.count; ++n) {
      const Eigen::Map<const Eigen::MatrixXd> x(s.sequence(n), s.dim, length);
      EXPECT_NEAR(x.col(length - 1).norm(), 1, 1e-14);
      for (int pair = 0; pair < s.dim / 2; ++pair) {
        const int i = contexts.complex() ? pair : 2 * pair, j = contexts.complex() ? 4 + pair : 2 * pair + 1;
        // 2cosθ R_θ − I = R_2θ: three states of a pair determine the angle, and it is the same all along.
        const double cosine = (x(i, 0) * x(i, 1) + x(j, 0) * x(j, 1)) / (x(i, 0) * x(i, 0) + x(j, 0) * x(j, 0));
        if (kind == ContextKind::restricted) {
          EXPECT_GT(cosine, std::cos(2 * M_PI / 10));
        }
        for (int t = 2; t < length; ++t) {
          EXPECT_NEAR(x(i, t), 2 * cosine * x(i, t - 1) - x(i, t - 2), 1e-13);
          EXPECT_NEAR(x(j, t), 2 * cosine * x(j, t - 1) - x(j, t - 2), 1e-13);
        }
      }
    }
  }
}

}  // namespace
}  // namespace icsweep
