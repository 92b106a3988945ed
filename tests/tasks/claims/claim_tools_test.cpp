// The tools that evaluate claims would notice a wrong formula.
#include <gtest/gtest.h>

#include <Eigen/Core>

#include "tasks/claims/autoregressive/expansion.hpp"
#include "tasks/claims/claims.hpp"
#include "tasks/claims/measures.hpp"
#include "tasks/diagonal/diagonal_loss.hpp"

namespace icsweep {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(Verdict, IsFalseForWhatIsNotANumber) {
  EXPECT_FALSE(at_most(std::nan(""), 1).holds);
  EXPECT_FALSE(at_least(std::nan(""), 1).holds);
  EXPECT_TRUE(at_most(1, 1).holds);
  EXPECT_FALSE(at_most(2, 1).holds);
  EXPECT_FALSE(at_least(0, 1).holds);
}

TEST(Extremes, KeepNaNWhereverItComes) {
  const double nan = std::nan("");
  EXPECT_EQ(larger(1, 2), 2);
  EXPECT_EQ(larger(1, 3, 2), 3);
  EXPECT_EQ(smaller(1, 2), 1);
  for (const double found :
       {larger(nan, 1), larger(1, nan), larger(1, nan, 2), larger(nan, 2, 1), smaller(nan, 1), smaller(1, nan)})
    EXPECT_TRUE(std::isnan(found));
  Eigen::MatrixXd m = Eigen::MatrixXd::Zero(3, 4);
  m(1, 2) = -5;
  EXPECT_EQ(largest_entry(m), 5);
  for (int i = 0; i < m.size(); ++i) {
    Eigen::MatrixXd broken = m;
    broken(i) = nan;
    EXPECT_TRUE(std::isnan(largest_entry(broken))) << i;
  }
}

TEST(SampleMean, HasTheStandardErrorOfItsDefinition) {
  SampleMean m;
  for (const double x : {1.0, 2.0, 6.0}) m.add(x);
  EXPECT_DOUBLE_EQ(m.mean(), 3);
  EXPECT_DOUBLE_EQ(m.standard_error(), std::sqrt(7.0 / 3));
  EXPECT_DOUBLE_EQ(m.standard_errors_from(3 + std::sqrt(7.0 / 3), 0), 1);
}

TEST(SampleMean, TakesRoundingForNoDistanceWhereNothingVaries) {
  SampleMean m;
  for (int i = 0; i < 100; ++i) m.add(1.0);
  EXPECT_EQ(m.standard_errors_from(1 + 1e-15, 1e-14), 0);
  EXPECT_EQ(m.standard_errors_from(1.1, 1e-14), std::numeric_limits<double>::infinity());
}

/// Loss of eq 6 over contexts on a grid of phases finer than its powers: exact, and independent of expansion and closed
/// form.
double loss_on_grid(ContextKind kind, int T, const MatrixXd& c, const VectorXd& p) {
  const int points = 2 * T + 3, free = kind == ContextKind::orthogonal ? 1 : 2;
  double sum = 0;
  for (int k = 0; k < points; ++k)
    for (int l = 0; l < (free == 2 ? points : 1); ++l) {
      const auto phase = [&](int n) { return std::polar(1.0, 2 * M_PI * n / points); };
      const Eigen::Vector2cd lambda(phase(k), free == 2 ? phase(l) : std::conj(phase(k)));
      sum += squared_error(heads_of(c), p, tokens_of(lambda, T + 1));
    }
  return sum / points / (free == 2 ? points : 1);
}

TEST(PredictionExpansion, GivesTheMeanOverAGridOfPhases) {
  for (const ContextKind kind : {ContextKind::unitary, ContextKind::orthogonal})
    for (const int T : {2, 3, 6}) {
      RandomStream random(3, Purpose::check, std::uint64_t(T));
      const MatrixXd c = normal_matrix(2, 2, random);
      const VectorXd p = normal_matrix(T, 1, random);
      EXPECT_NEAR(PredictionExpansion(kind, 2, T).loss(c, p) / loss_on_grid(kind, T, c, p), 1, 1e-12);
    }
}

TEST(Prop4, ClosedFormIsTheExpansionsAndThePrintedOneIsNot) {
  for (const int d : {1, 2, 5})
    for (const int T : {2, 3, 9}) {
      RandomStream random(4, Purpose::check, std::uint64_t(T));
      const MatrixXd c = normal_matrix(d, d, random);
      const VectorXd p = normal_matrix(T, 1, random);
      const double exact = PredictionExpansion(ContextKind::unitary, d, T).loss(c, p);
      EXPECT_NEAR(diagonal_row_loss(DiagonalForm::unitary, c, p) / exact, 1, 1e-12);
      EXPECT_NEAR(diagonal_row_loss(DiagonalForm::unitary_printed, c, p) - exact, p[T - 2] * p[T - 2] * c.squaredNorm(),
                  1e-11 * exact);
    }
}

TEST(HeadsWithProduct, HaveTheProductWithAsFewHeadsAsItsRank) {
  RandomStream random(5, Purpose::check, 0);
  const MatrixXd low = normal_matrix(6, 3, random) * normal_matrix(3, 6, random);
  for (const int H : {3, 4, 6, 9}) {
    const DiagonalHeads heads = heads_with_product(low, H, random);
    EXPECT_EQ(heads.a.rows(), H);
    EXPECT_LT((heads.product() - low).norm(), 1e-12 * low.norm());
  }
}

TEST(Construction, DisturbedByAMillionthIsSeenAboveRounding) {
  const int d = 4, T = 8;
  RandomStream random(6, Purpose::check, 0);
  const VectorXd p = VectorXd::Unit(T, T - 1);
  DiagonalHeads heads = heads_with_product(MatrixXd::Identity(d, d), d, random);
  const double rounding = prediction_rounding(heads, p);
  EXPECT_LT(largest_error(ContextKind::unitary, heads, p, 20, 0), rounding);
  heads.a(1, 2) += 1e-6;
  EXPECT_GT(largest_error(ContextKind::unitary, heads, p, 20, 0), 1000 * rounding);
}

TEST(Minimise, FindsZerosOnlyWhereTheHeadsAllowThem) {
  const int d = 3, T = 5;
  const PredictionExpansion expansion(ContextKind::unitary, d, T);
  for (const int H : {2, 3}) {
    double best = d;
    for (int n = 0; n < 5; ++n) {
      RandomStream random(7, Purpose::check, std::uint64_t(n));
      const RowParameters start{{normal_matrix(H, d, random), normal_matrix(H, d, random)},
                                normal_matrix(T, 1, random)};
      const RowParameters found = minimise(expansion, start);
      best = std::min(best, expansion.loss(found.heads.product(), found.p));
    }
    EXPECT_NEAR(best, d - H, 1e-9);
  }
}

}  // namespace
}  // namespace icsweep
