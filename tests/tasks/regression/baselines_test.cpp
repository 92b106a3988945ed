#include "tasks/regression/baselines.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>
#include <vector>

#include "tasks/algebra/decompositions.hpp"
#include "tasks/regression/error_curve.hpp"
#include "tests/tasks/regression/own_prompt.hpp"

namespace icsweep {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;
using Predictor = std::function<Vector(const Prompt&)>;

const std::vector<Predictor>& predictors() {
  static const std::vector<Predictor> all{predict_zero,
                                          predict_averaging,
                                          [](const Prompt& p) { return predict_nearest(p); },
                                          predict_least_squares,
                                          [](const Prompt& p) { return predict_ridge(p, 0.3); },
                                          [](const Prompt& p) { return predict_lasso(p, 0.1); },
                                          [](const Prompt& p) { return predict_gaussian_process(p, 0.2); }};
  return all;
}

SquaredErrors errors_of(const Prompts& prompts, const Predictor& predict) {
  return squared_errors(prompts, [&](int i) { return predict(prompts[i]); });
}

/// Prompts at the paper's size: d = 10, 40 examples, no noise.
const Prompts& papers(FunctionClass function) {
  const auto draw = [](FunctionClass f) {
    return draw_prompts({.function = f, .dim = 10, .examples = 40}, 1280, 5, Purpose::check);
  };
  static const Prompts linear = draw(FunctionClass::linear), relu2 = draw(FunctionClass::relu2);
  return function == FunctionClass::linear ? linear : relu2;
}

double mean(const SquaredErrors& errors, int examples) {
  return errors.col(examples).sum() / double(errors.rows());
}
double standard_error(const SquaredErrors& errors, int examples) {
  const double m = mean(errors, examples), n = double(errors.rows());
  return std::sqrt((errors.col(examples).array() - m).square().sum() / n / n);
}
/// Expects the mean error after that number of examples within three standard errors of the interval [low, high].
void expect_mean(const SquaredErrors& errors, int examples, double low, double high) {
  const double margin = 3 * standard_error(errors, examples);
  EXPECT_GT(mean(errors, examples), low - margin) << examples;
  EXPECT_LT(mean(errors, examples), high + margin) << examples;
}

double arc_cosine(const Vector& a, const Vector& b) {
  const double size = a.norm() * b.norm(), theta = std::acos(std::clamp(a.dot(b) / size, -1.0, 1.0));
  return size / std::numbers::pi * (std::sin(theta) + (std::numbers::pi - theta) * std::cos(theta));
}
Matrix arc_cosine(const Matrix& x) {
  Matrix k(x.rows(), x.rows());
  for (int i = 0; i < k.rows(); ++i)
    for (int j = 0; j < k.rows(); ++j) k(i, j) = arc_cosine(x.row(i), x.row(j));
  return k;
}

TEST(Baselines, ErrorsAfter40ExamplesOfALinearFunctionAreThoseAccepted) {
  const Prompts& p = papers(FunctionClass::linear);
  expect_mean(errors_of(p, predict_zero), 40, 10, 10);
  expect_mean(errors_of(p, predict_averaging), 40, 2.75, 2.75);
  expect_mean(errors_of(p, predictors()[2]), 40, 5, 5);
}

TEST(Baselines, ErrorsAfter40ExamplesOfARelu2FunctionAreThoseAccepted) {
  const Prompts& p = papers(FunctionClass::relu2);
  expect_mean(errors_of(p, predict_zero), 40, 10, 10);
  expect_mean(errors_of(p, predictors()[2]), 40, 4.2, 4.35);
  expect_mean(errors_of(p, [](const Prompt& q) { return predict_gaussian_process(q, 0); }), 40, 1.32, 1.32);
  const Predictor last_alone = [](const Prompt& q) {  // least squares once per prompt
    Vector predicted = Vector::Zero(41);
    predicted[40] = q.x.row(40).dot(least_squares(q.x.topRows(40), Vector(q.y.head(40))));
    return predicted;
  };
  expect_mean(errors_of(p, last_alone), 40, 6.6, 6.9);
  for (int i = 0; i < 10; ++i) EXPECT_NEAR(predict_least_squares(p[i])[40], last_alone(p[i])[40], 1e-10);
}

TEST(Baselines, SeeOnlyWhatIsBefore) {
  const OwnPrompt prompt = draw_prompt({.function = FunctionClass::relu2, .dim = 4, .examples = 11, .noise = 0.1});
  OwnPrompt other = prompt;  // y_7 and all that follows
  other.x.bottomRows(5).array() += 3;
  other.y.tail(6).array() -= 2;
  for (std::size_t k = 0; k < predictors().size(); ++k) {
    const Vector a = predictors()[k](prompt), b = predictors()[k](other);
    ASSERT_EQ(a.size(), 12);
    EXPECT_EQ(a[0], 0);
    EXPECT_LT((a - b).head(7).cwiseAbs().maxCoeff(), 1e-12) << k;
    if (k == 0) continue;
    EXPECT_GT((a - b).tail(5).cwiseAbs().minCoeff(), 1e-6) << k;
  }
}

/// E|ŵ − w|² = E|xxᵀw − w|²/n + σ²E|x|²/n = (d + 1)|w|²/n + σ²d/n, and E|w|² = d; the label's own noise adds σ².
TEST(Averaging, HasTheErrorOfItsClosedForm) {
  const int d = 5;
  const double noise = 1.5;
  const Prompts p = draw_prompts({.function = FunctionClass::linear, .dim = d, .examples = 30, .noise = noise}, 4000, 2,
                                 Purpose::check);
  const SquaredErrors errors = errors_of(p, predict_averaging);
  for (const int n : {1, 2, 5, 10, 30}) {
    const double expected = d * (d + 1.0) / n + noise * noise * (1 + double(d) / n);
    expect_mean(errors, n, expected, expected);
  }
}

TEST(Nearest, IsTheMeanLabelOfTheThreeNearestOrOfAllThereAre) {
  OwnPrompt p = draw_prompt({.function = FunctionClass::linear, .dim = 1, .examples = 5});
  p.x << 0, 1, 10, 4, -1, 3;
  p.y << 1, 2, 4, 8, 16, 32;
  Vector expected(6);
  expected << 0, 1, 1.5, 7 / 3.0, 11 / 3.0, (2 + 8 + 1) / 3.0;
  EXPECT_LT((predict_nearest(p) - expected).norm(), 1e-14);
  EXPECT_LT((predict_nearest(p, 1) - (Vector(6) << 0, 1, 2, 2, 1, 8).finished()).norm(), 1e-14);
}

TEST(Nearest, DoesNotDependOnTheOrderOfTheExamples) {
  OwnPrompt p = draw_prompt({.function = FunctionClass::relu2, .dim = 10, .examples = 40});
  const double predicted = predict_nearest(p)[40];
  std::vector<int> order(40);
  std::iota(order.begin(), order.end(), 0);
  RandomStream random(1, Purpose::check, 0);
  for (int i = 0; i < 20; ++i) {
    shuffle(order, random);
    OwnPrompt shuffled = p;
    shuffled.x.topRows(40) = p.x(order, Eigen::all);
    shuffled.y.head(40) = p.y(order);
    EXPECT_NEAR(predict_nearest(shuffled)[40], predicted, 1e-14);
  }
}

TEST(LeastSquares, IsExactFromAsManyExamplesAsDimensionsOn) {
  const Prompts p =
      draw_prompts({.function = FunctionClass::linear, .dim = 10, .examples = 40}, 100, 1, Purpose::check);
  const SquaredErrors errors = errors_of(p, predict_least_squares);
  EXPECT_LT(std::sqrt(errors.rightCols(31).maxCoeff()), 1e-10);
  EXPECT_LT(std::sqrt(errors.rightCols(20).maxCoeff()), 1e-12);
  for (int n = 0; n < 10; n += 3) expect_mean(errors, n, 10 - n, 10 - n);  // w's part outside the examples' span
}

/// E tr (XXᵀ)⁻¹ = n/(d − n − 1) and E tr (XᵀX)⁻¹ = d/(n − d − 1), the means of inverse Wishart matrices.
TEST(LeastSquares, HasTheErrorOfItsClosedFormUnderNoise) {
  const int d = 6;
  const double noise = 0.7, square = noise * noise;
  const Prompts p = draw_prompts({.function = FunctionClass::linear, .dim = d, .examples = 20, .noise = noise}, 1280, 3,
                                 Purpose::check);
  const SquaredErrors errors = errors_of(p, predict_least_squares);
  for (const int n : {1, 2, 3}) {
    const double expected = d - n + square * (1 + n / (d - n - 1.0));
    expect_mean(errors, n, expected, expected);
  }
  for (const int n : {10, 14, 20}) {
    const double expected = square * (1 + d / (n - d - 1.0));
    expect_mean(errors, n, expected, expected);
  }
}

TEST(LeastSquares, IsThePseudoInverseAlsoWhereExamplesRepeat) {
  OwnPrompt p = draw_prompt({.function = FunctionClass::relu2, .dim = 5, .examples = 12, .noise = 1});
  for (const bool repeated : {false, true}) {
    if (repeated) {
      p.x.row(2) = p.x.row(1);
      p.x.row(4) = 2 * p.x.row(0);
    }
    const Vector predicted = predict_least_squares(p);
    for (int n = 1; n <= 12; ++n) {
      EXPECT_NEAR(predicted[n], p.x.row(n).dot(pseudo_inverse(p.x.topRows(n)) * p.y.head(n)), 1e-11) << n;
    }
  }
}

TEST(LeastSquares, InterpolatesAndSeesNothingOutsideTheSpanOfTheExamples) {
  OwnPrompt p = draw_prompt({.function = FunctionClass::relu2, .dim = 8, .examples = 5});
  for (int i = 0; i < 5; ++i) {
    p.x.row(5) = p.x.row(i);
    EXPECT_NEAR(predict_least_squares(p)[5], p.y[i], 1e-12);
  }
  const Matrix seen = p.x.topRows(5);
  p.x.row(5) = (Vector::Ones(8) - pseudo_inverse(seen) * seen * Vector::Ones(8)).transpose();
  EXPECT_GT(p.x.row(5).norm(), 0.1);
  EXPECT_NEAR(predict_least_squares(p)[5], 0, 1e-12);
}

TEST(Ridge, SolvesItsNormalEquations) {
  const OwnPrompt p = draw_prompt({.function = FunctionClass::relu2, .dim = 5, .examples = 15, .noise = 0.5});
  for (const double penalty : {1e-2, 1.0, 30.0}) {
    const Vector predicted = predict_ridge(p, penalty);
    for (int n = 1; n <= 15; ++n) {
      const Matrix x = p.x.topRows(n);
      const Matrix system = x.transpose() * x + penalty * Matrix::Identity(5, 5);
      EXPECT_NEAR(predicted[n], p.x.row(n).dot(solve_spd(system, Vector(x.transpose() * p.y.head(n)))), 1e-11);
    }
  }
  EXPECT_EQ(predict_ridge(p, 0), predict_least_squares(p));
}

/// The posterior variance given X: σ²(1 + xᵀ(XᵀX + σ²I)⁻¹x).
TEST(Ridge, WithTheNoisesPenaltyHasTheErrorOfThePosterior) {
  const int d = 4, examples = 8;
  const double noise = 0.8, square = noise * noise;
  const Prompts p = draw_prompts({.function = FunctionClass::linear, .dim = d, .examples = examples, .noise = noise},
                                 2000, 4, Purpose::check);
  const SquaredErrors errors = errors_of(p, [&](const Prompt& q) { return predict_ridge(q, square); });
  for (const int n : {2, 4, 8}) {
    double variance = 0;
    for (int i = 0; i < p.count; ++i) {
      const Matrix x = p[i].x.topRows(n);
      const Vector query = p[i].x.row(n);
      const Matrix system = x.transpose() * x + square * Matrix::Identity(d, d);
      variance += square * (1 + query.dot(solve_spd(system, query))) / p.count;
    }
    expect_mean(errors, n, variance, variance);
  }
}

TEST(GaussianProcess, IsADirectSolveForEveryNumberOfExamples) {
  for (const double noise : {0.0, 0.3}) {
    const OwnPrompt p = draw_prompt({.function = FunctionClass::relu2, .dim = 6, .examples = 40, .noise = noise});
    const Matrix k = arc_cosine(p.x);
    const Vector predicted = predict_gaussian_process(p, noise);
    for (int n = 1; n <= 40; ++n) {
      const Matrix seen = k.topLeftCorner(n, n) + noise * noise * Matrix::Identity(n, n);
      EXPECT_NEAR(predicted[n], k.row(n).head(n).dot(solve_spd(seen, Vector(p.y.head(n)))), 1e-7) << n;
    }
  }
}

TEST(GaussianProcess, FollowsItsOnlyExampleByTheKernelsClosedForm) {
  OwnPrompt p = draw_prompt({.function = FunctionClass::relu2, .dim = 2, .examples = 1});
  p.x << 2, 0, 0, 3;
  p.y << 5, 0;
  EXPECT_NEAR(predict_gaussian_process(p, 0)[1], 5 * 2 * 3 / std::numbers::pi / 4, 1e-8);  // a right angle
  p.x.row(1) << 6, 0;
  EXPECT_NEAR(predict_gaussian_process(p, 0)[1], 3 * 5, 1e-8);
  EXPECT_NEAR(predict_gaussian_process(p, 1)[1], 5 * 12 / (4 + 1.0), 1e-8);
  p.x.row(1) << -1, 0;
  EXPECT_NEAR(predict_gaussian_process(p, 0)[1], 0, 1e-8);  // max(0, ·) shows nothing of the other side
}

/// The kernel is the covariance of relu2 at any number of hidden units, so the mean error for given points is the
/// posterior variance.
TEST(GaussianProcess, HasTheErrorOfItsPosteriorForNarrowFunctionsToo) {
  const double noise = 0.5;
  const Prompts p =
      draw_prompts({.function = FunctionClass::relu2, .dim = 3, .examples = 10, .noise = noise, .hidden = 4}, 3000, 6,
                   Purpose::check);
  const SquaredErrors errors = errors_of(p, [&](const Prompt& q) { return predict_gaussian_process(q, noise); });
  for (const int n : {1, 4, 10}) {
    double variance = 0;
    for (int i = 0; i < p.count; ++i) {
      const Matrix k = arc_cosine(p[i].x.topRows(n + 1));
      const Vector along = k.col(n).head(n);
      const Matrix seen = k.topLeftCorner(n, n) + noise * noise * Matrix::Identity(n, n);
      variance += (k(n, n) + noise * noise - along.dot(solve_spd(seen, along))) / p.count;
    }
    expect_mean(errors, n, variance, variance);
  }
}

TEST(GaussianProcess, TakesRepeatedPointsAndTheOrigin) {
  OwnPrompt p = draw_prompt({.function = FunctionClass::relu2, .dim = 3, .examples = 6});
  p.x.row(3) = p.x.row(1);
  p.y[3] = p.y[1];
  p.x.row(6) = p.x.row(1);
  EXPECT_NEAR(predict_gaussian_process(p, 0)[3], p.y[1], 1e-6);
  EXPECT_NEAR(predict_gaussian_process(p, 0)[6], p.y[1], 1e-6);
  p.x.row(6).setZero();
  EXPECT_EQ(predict_gaussian_process(p, 0)[6], 0);
}

}  // namespace
}  // namespace icsweep
