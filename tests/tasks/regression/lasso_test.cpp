#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>

#include "tasks/regression/baselines.hpp"
#include "tests/tasks/regression/own_prompt.hpp"

namespace icsweep {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr int d = 10;

struct Problem {
  Matrix gram;
  Vector moment;

  explicit Problem(const Prompt& p, int n)
      : gram(p.x.topRows(n).transpose() * p.x.topRows(n) / n), moment(p.x.topRows(n).transpose() * p.y.head(n) / n) {}
  double objective(double alpha, const Vector& w) const {  // less (1/2n)‖y‖²
    return 0.5 * w.dot(gram * w) - w.dot(moment) + alpha * w.lpNorm<1>();
  }
};

TEST(Lasso, MeetsTheConditionsForAMinimumForFewerAsManyAndMoreExamplesThanDimensions) {
  for (const auto function : {FunctionClass::linear, FunctionClass::relu2})
    for (int seed = 0; seed < 10; ++seed)
      for (const int n : {1, 4, d - 1, d, d + 1, 40}) {
        const Problem p(draw_prompt({.function = function, .dim = d, .examples = 40}, seed), n);
        for (const double alpha : {1.0, 0.1, 0.01, 1e-3, 1e-4}) {
          const Vector w = lasso(p.gram, p.moment, alpha, Vector::Zero(d)), slope = p.moment - p.gram * w;
          const double tolerance = 2e-10 * p.moment.cwiseAbs().maxCoeff();
          for (int j = 0; j < d; ++j) {
            const double excess =
                w[j] == 0 ? std::abs(slope[j]) - alpha : std::abs(slope[j] - std::copysign(alpha, w[j]));
            EXPECT_LE(excess, tolerance) << n << " " << alpha;
          }
        }
      }
}

TEST(Lasso, NoPointNearbyIsLower) {
  const Problem p(draw_prompt({.function = FunctionClass::relu2, .dim = d, .examples = 20}), 20);
  RandomStream random(1, Purpose::check, 9);
  const Vector w = lasso(p.gram, p.moment, 0.5, Vector::Zero(d));
  EXPECT_GT((w.array() == 0).count(), 0);
  EXPECT_LT((w.array() == 0).count(), d);
  for (int i = 0; i < 100; ++i) {
    Vector other = w;
    for (double& value : other) value += 1e-3 * random.normal();
    EXPECT_GT(p.objective(0.5, other), p.objective(0.5, w));
  }
}

TEST(Lasso, DoesNotDependOnWhereItStarts) {
  const Problem p(draw_prompt({.function = FunctionClass::linear, .dim = d, .examples = 40}), 7);
  const Vector w = lasso(p.gram, p.moment, 0.1, Vector::Zero(d));
  EXPECT_LT((lasso(p.gram, p.moment, 0.1, Vector::LinSpaced(d, -3, 5)) - w).norm(), 1e-7);
}

TEST(Lasso, OfAlmostNoPenaltyIsLeastSquares) {
  const OwnPrompt prompt = draw_prompt({.function = FunctionClass::relu2, .dim = d, .examples = 40});
  const Vector lassos = predict_lasso(prompt, 1e-11), least = predict_least_squares(prompt);
  EXPECT_LT((lassos - least).tail(28).cwiseAbs().maxCoeff(), 1e-7);  // n > d: the solution is unique
}

TEST(Lasso, ShrinksASingleCoordinateByThePenaltyAndNoFurtherThanZero) {
  OwnPrompt prompt = draw_prompt({.function = FunctionClass::linear, .dim = 1, .examples = 3});
  prompt.x << 1, 2, -1, 4;
  prompt.y << 2, 3, 1, 0;
  const Vector predicted = predict_lasso(prompt, 0.5);
  EXPECT_EQ(predicted[0], 0);
  EXPECT_NEAR(predicted[1], 2 * (2 - 0.5), 1e-12);
  EXPECT_NEAR(predicted[2], -1 * (8 / 2.0 - 0.5) / (5 / 2.0), 1e-12);
  EXPECT_NEAR(predicted[3], 4 * (7 / 3.0 - 0.5) / (6 / 3.0), 1e-12);
  EXPECT_EQ(predict_lasso(prompt, 4.1), Vector::Zero(4));
}

TEST(Lasso, CoordinatesThatAreAlwaysZeroAndRepeatedExamplesAreNoTrouble) {
  OwnPrompt prompt = draw_prompt({.function = FunctionClass::linear, .dim = 6, .examples = 12, .active_dim = 3});
  prompt.x.row(1) = prompt.x.row(0);
  prompt.y[1] = prompt.y[0];
  const Vector predicted = predict_lasso(prompt, 1e-3);
  EXPECT_NEAR(predicted[12], prompt.y[12], 0.05);
  EXPECT_TRUE(predicted.allFinite());
}

}  // namespace
}  // namespace icsweep
