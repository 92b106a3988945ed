#include "tasks/autoregressive/gradient_descent.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

namespace icsweep {
namespace {

constexpr int d = 5, T = 50;

const Sequences& sequences() {
  static const Sequences s =
      draw_sequences({ContextKind::haar, d}, 32'768, T + 1, 1 / std::sqrt(double(d)), 20, Purpose::check);
  return s;
}
const InnerDescent& descent() {
  static const InnerDescent descent(sequences());
  return descent;
}

/// The definition: descend on W itself from 0, then predict.
double by_definition(const Sequences& s, int position, int steps, StepRule rule, double step) {
  double error = 0;
  for (int i = 0; i < s.count; ++i) {
    const Eigen::Map<const Eigen::MatrixXd> x(s.sequence(i), s.dim, s.length);
    Eigen::MatrixXd w = Eigen::MatrixXd::Zero(s.dim, s.dim);
    const auto from = x.leftCols(position - 1), to = x.middleCols(1, position - 1);
    for (int k = 0; k < steps; ++k) {
      const Eigen::MatrixXd gradient = -(to - w * from) * from.transpose();
      double eta = rule == StepRule::scaled ? step / std::max(1, position - 1) : step;
      if (rule == StepRule::line_search) {
        const double curvature = (gradient * from).squaredNorm();
        eta = curvature > 0 ? gradient.squaredNorm() / curvature : 0;
      }
      w -= eta * gradient;
    }
    error += (x.col(position) - w * x.col(position - 1)).squaredNorm();
  }
  return error / (s.count * s.dim);
}

TEST(InnerDescent, EqualsDescentOnTheMatrixItself) {
  const auto few = draw_sequences({ContextKind::haar, 3}, 20, 13, 1, 8, Purpose::check);
  const InnerDescent fast(few);
  for (const auto rule : {StepRule::constant, StepRule::scaled, StepRule::line_search})
    for (const int steps : {0, 1, 4})
      for (const int position : {1, 2, 3, 12})
        EXPECT_NEAR(fast.position_mse(steps, rule, 0.07)[position - 1], by_definition(few, position, steps, rule, 0.07),
                    1e-11);
}

TEST(InnerDescent, TunedStepIsAMinimum) {
  const auto few = draw_sequences({ContextKind::haar, 4}, 200, 21, 1, 8, Purpose::check);
  const InnerDescent small(few);
  for (const auto rule : {StepRule::constant, StepRule::scaled}) {
    const auto best = small.tuned(3, rule, {2, 20});
    for (const double factor : {0.99, 1.01})
      EXPECT_GT(mean_over(small.position_mse(3, rule, factor * best.step), {2, 20}), best.mse);
  }
}

TEST(InnerDescent, TheStepOfADeepDescentIsFoundWhereMostStepsOverflow) {
  const auto few = draw_sequences({ContextKind::haar, d}, 50, T + 1, 1 / std::sqrt(double(d)), 8, Purpose::check);
  const InnerDescent small(few);
  double before = 1;
  for (const int depth : {6, 30, 100, 300}) {
    for (const auto rule : {StepRule::constant, StepRule::scaled})
      EXPECT_TRUE(std::isfinite(small.tuned(depth, rule, {1, T}).mse)) << depth;
    const double mse = small.tuned(depth, StepRule::constant, {1, T}).mse;
    EXPECT_LT(mse, before);
    before = mse;
  }
}

struct Published {
  Positions positions;
  double mse[6], floor;
};

// E4 of docs/background/autoregressive-paper.md, 98 304 sequences; acceptance: within 1.5 % on 32 768 or more.
TEST(InnerDescent, ReproducesThePublishedBaselines) {
  const Published rows[] = {{{2, 50}, {.0852, .0623, .0505, .0430, .0376, .0337}, .0081},
                            {{1, 50}, {.0875, .0650, .0535, .0461, .0409, .0370}, .0120},
                            {{50, 50}, {.0444, .0224, .0134, .0090, .0064, .0048}, 0}};
  const auto floor = least_squares_position_mse(sequences());
  for (const auto& row : rows) {
    for (int depth = 1; depth <= 6; ++depth) {
      const double mse = descent().tuned(depth, StepRule::constant, row.positions).mse;
      EXPECT_NEAR(mse, row.mse[depth - 1], 0.015 * row.mse[depth - 1] + 5e-5)
          << "T=" << row.positions.first << " L=" << depth;
    }
    EXPECT_NEAR(mean_over(floor, row.positions), row.floor, 0.015 * row.floor + 5e-5);
  }
}

TEST(InnerDescent, PredictingZeroScoresOneOverDim) {
  for (const double e : descent().position_mse(0, StepRule::constant, 0)) EXPECT_NEAR(e, 1.0 / d, 1e-12);
}

TEST(StepRules, FreerRulesDoBetterAndNoneBeatsLeastSquares) {
  const Positions all{1, T};
  const double floor = mean_over(least_squares_position_mse(sequences()), all);
  for (const int depth : {1, 3, 6}) {
    const double constant = descent().tuned(depth, StepRule::constant, all).mse,
                 scaled = descent().tuned(depth, StepRule::scaled, all).mse,
                 line_search = descent().tuned(depth, StepRule::line_search, all).mse;
    EXPECT_LT(scaled, constant);
    EXPECT_LT(line_search, scaled);
    EXPECT_GT(line_search, floor);
  }
}

TEST(LeastSquares, IsExactOnceTheStatesSpanTheSpace) {
  const auto floor = least_squares_position_mse(sequences());
  EXPECT_NEAR(floor[0], 0.2, 1e-12);
  for (int position = 2; position <= d; ++position) EXPECT_LT(floor[position - 1], floor[position - 2]);
  for (int position = d + 1; position <= T; ++position) EXPECT_LT(floor[position - 1], 1e-9);
}

}  // namespace
}  // namespace icsweep
