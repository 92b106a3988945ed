#include <complex>
#include <numbers>

#include "io/arrays/array_file.hpp"
#include "tasks/diagonal/diagonal_loss.hpp"
#include "tasks/papers_tasks.hpp"
#include "tasks/random.hpp"
#include "tests/support/reference.hpp"
#include "tests/tasks/recorder.hpp"

namespace icsweep {
namespace {

using test::configured;
using test::refusal;
using test::run;
using namespace std::string_literals;

template <class Matrix>
Matrix gaussian(int rows, int columns, int index) {
  Matrix m(rows, columns);
  RandomStream random(1, Purpose::check, std::uint64_t(index));
  for (int i = 0; i < m.size(); ++i) m.data()[i] = random.normal();
  return m;
}

using Eigenvalues = Eigen::VectorXcd;

/// Squared error of Lemma 2's prediction for one λ.
double squared_error(const Eigen::MatrixXd& c, const Eigen::VectorXd& p, const Eigenvalues& lambda) {
  const int T = int(p.size());
  const auto power = [&](int k) { return lambda.array().pow(double(k)).matrix().eval(); };
  Eigenvalues prediction = Eigenvalues::Zero(lambda.size());
  for (int t = 1; t <= T; ++t) prediction += p[t - 1] * (c * power(t - T + 1)).cwiseProduct(power(t - 1));
  return (prediction - power(T)).squaredNorm();
}

/// Exact expectation over independent angles: the error is a trigonometric polynomial of degree at most 2T in each. The
/// mean over 2T + 1 equal steps of a circle integrates it without error.
double expected_error(bool paired, const Eigen::MatrixXd& c, const Eigen::VectorXd& p) {
  const int d = int(c.rows()), angles = paired ? d / 2 : d, points = 2 * int(p.size()) + 1;
  const int count = int(std::lround(std::pow(points, angles)));
  double sum = 0;
  Eigenvalues lambda(d);
  for (int n = 0; n < count; ++n) {
    for (int k = 0, rest = n; k < angles; ++k, rest /= points) {
      const auto z = std::polar(1.0, 2 * std::numbers::pi * (rest % points) / points);
      if (paired) lambda[2 * k] = z, lambda[2 * k + 1] = std::conj(z);
      else lambda[k] = z;
    }
    sum += squared_error(c, p, lambda);
  }
  return sum / count;
}

TEST(DiagonalLoss, IsTheExactExpectationOverIndependentAngles) {
  for (const int d : {1, 2, 3})
    for (const int T : {2, 3, 5}) {
      const auto c = gaussian<Eigen::MatrixXd>(d, d, d), p = gaussian<Eigen::MatrixXd>(T, 1, 10 + T);
      const double expected = expected_error(false, c, p);
      EXPECT_NEAR(diagonal_row_loss(DiagonalForm::unitary, c, p), expected, 1e-10 * expected) << d << " " << T;
    }
}

TEST(DiagonalLoss, IsTheExactExpectationOverConjugatePairs) {
  for (const int d : {2, 4, 6})
    for (const int T : {2, 3, 5}) {
      const auto c = gaussian<Eigen::MatrixXd>(d, d, d), p = gaussian<Eigen::MatrixXd>(T, 1, 10 + T);
      const double expected = expected_error(true, c, p);
      EXPECT_NEAR(diagonal_row_loss(DiagonalForm::orthogonal, c, p), expected, 1e-10 * expected) << d << " " << T;
    }
}

TEST(DiagonalLoss, AsPrintedCountsTheTokenBeforeTheLastTwice) {
  const auto c = gaussian<Eigen::MatrixXd>(3, 3, 0), p = gaussian<Eigen::MatrixXd>(4, 1, 1);
  EXPECT_NEAR(diagonal_row_loss(DiagonalForm::unitary_printed, c, p) - expected_error(false, c, p),
              p(2) * p(2) * c.squaredNorm(), 1e-10);
}

const std::vector<DiagonalForm> forms{DiagonalForm::unitary, DiagonalForm::unitary_printed, DiagonalForm::orthogonal};

TEST(DiagonalLoss, OfAllRowsIsTheSumOfTheirLosses) {
  const int d = 6, H = 4, T = 7;
  const DiagonalParameters theta{gaussian<Eigen::MatrixXd>(H, d, 0), gaussian<Eigen::MatrixXd>(H, d, 1),
                                 gaussian<RowMajor>(T, T, 2)};
  for (const DiagonalForm form : forms) {
    double sum = 0;
    for (int r = 0; r + 1 < T; ++r)
      sum += diagonal_row_loss(form, theta.B.transpose() * theta.A, theta.P.row(r).head(r + 2));
    EXPECT_NEAR(DiagonalLoss(form, H, d, T).evaluate(theta), sum, 1e-12 * std::abs(sum));
  }
}

/// E11, computed from the sequences themselves. Coordinate j of s_t is s_j λ_j^{t−1}.
TEST(DiagonalLoss, OfAnotherFirstStateIsTheExpectationOverItsSequences) {
  for (const bool paired : {false, true}) {
    const int d = 2, T = 4, angles = paired ? 1 : 2, points = 4 * T + 1;
    const DiagonalForm form = paired ? DiagonalForm::orthogonal : DiagonalForm::unitary;
    const auto c = gaussian<Eigen::MatrixXd>(d, d, 5), p = gaussian<Eigen::MatrixXd>(T, 1, 6);
    const Eigen::Vector2d s(0.6, -1.7);
    double sum = 0;
    int count = 0;
    for (int n = 0; n < std::lround(std::pow(points, angles)); ++n, ++count) {
      const auto z = [&](int k) { return std::polar(1.0, 2 * std::numbers::pi * k / points); };
      Eigen::Vector2cd lambda(z(n % points), paired ? z(-(n % points)) : z(n / points));
      const auto token = [&](int t) { return Eigen::Vector2cd(lambda.array().pow(t - 1) * s.array()); };
      Eigen::Vector2cd error = -token(T + 1);
      for (int t = 1; t <= T; ++t) {
        const Eigen::Vector2cd overlap = token(T - 1).conjugate().cwiseProduct(token(t));
        error += p(t - 1) * (c * overlap).cwiseProduct(token(t));
      }
      sum += error.squaredNorm();
    }
    const double expected = sum / count;
    EXPECT_NEAR(diagonal_row_loss(form, c, p, s.cwiseAbs2()), expected, 1e-11 * expected) << paired;
  }
}

TEST(DiagonalLoss, OfAnotherFirstStateIsTheSumOfItsRows) {
  const int d = 6, H = 4, T = 7;
  const DiagonalParameters theta{gaussian<Eigen::MatrixXd>(H, d, 0), gaussian<Eigen::MatrixXd>(H, d, 1),
                                 gaussian<RowMajor>(T, T, 2)};
  const Eigen::VectorXd squares = gaussian<Eigen::MatrixXd>(d, 1, 3).cwiseAbs2();
  for (const DiagonalForm form : {DiagonalForm::unitary, DiagonalForm::unitary_printed, DiagonalForm::orthogonal}) {
    double sum = 0;
    for (int r = 0; r + 1 < T; ++r)
      sum += diagonal_row_loss(form, theta.B.transpose() * theta.A, theta.P.row(r).head(r + 2), squares);
    EXPECT_NEAR(DiagonalLoss(form, H, squares, T).evaluate(theta), sum, 1e-12 * std::abs(sum));
  }
}

/// The authors' trained weights for Prop 4 as printed, in single precision.
TEST(DiagonalResiduals, OfThePublishedUnitaryEndPointAreAcceptable) {
  ICSWEEP_NEEDS_REFERENCE("reference/A_unitary.npy");
  const auto load = [](const std::string& name) {
    const ArrayFile file(test::reference_file("reference/" + name + "_unitary.npy").string());
    const auto values = file.values();
    return RowMajor(Eigen::Map<const RowMajor>(values.data(), file.shape()[0], file.shape()[1]));
  };
  const DiagonalParameters theta{load("A"), load("B"), load("P")};
  for (const DiagonalForm form : {DiagonalForm::unitary, DiagonalForm::unitary_printed}) {
    const DiagonalResiduals residuals = diagonal_residuals(form, theta);
    EXPECT_LT(residuals.other_heads, 1e-5);
    EXPECT_LT(residuals.diagonal, 1e-5);
    EXPECT_LT(residuals.other_positions, 1e-5);
    EXPECT_GT(residuals.all(), 0);
    EXPECT_NEAR(DiagonalLoss(form, 10, 10, 20).evaluate(theta) / theta.rows(), 0, 1e-10);
  }
}

TEST(DiagonalResiduals, OfAnotherPointAreNot) {
  DiagonalParameters theta{Eigen::MatrixXd::Identity(4, 4), Eigen::MatrixXd::Identity(4, 4), RowMajor::Zero(5, 5)};
  for (int r = 0; r < 4; ++r) theta.P(r, r + 1) = 1;
  EXPECT_EQ(diagonal_residuals(DiagonalForm::unitary, theta).all(), 0);
  EXPECT_EQ(diagonal_residuals(DiagonalForm::orthogonal, theta).all(), 0);
  theta.P(2, 2) = 0.25;  // allowed by Prop 6 alone, and only with C_iī = −p_{T−1}/(p_T + p_{T−1})
  EXPECT_EQ(diagonal_residuals(DiagonalForm::unitary, theta).other_positions, 0.25);
  EXPECT_EQ(diagonal_residuals(DiagonalForm::orthogonal, theta).other_positions, 0);
  EXPECT_EQ(diagonal_residuals(DiagonalForm::orthogonal, theta).conjugate, 0.25);
  EXPECT_EQ(ratio_deviation(theta), 0.75);
  theta.A(1, 3) = 0.5;
  EXPECT_EQ(diagonal_residuals(DiagonalForm::orthogonal, theta).other_heads, 0.5);
  EXPECT_EQ(numerical_rank(Eigen::Vector3d(1, 0.02, 1e-3).asDiagonal(), 1e-2), 2);
}

TEST(Diagonal, GradientFollowsFiniteDifferences) {
  for (const auto& [context, formula] :
       {std::pair{"unitary"s, "corrected"s}, {"unitary", "printed"}, {"orthogonal", "corrected"}}) {
    const Config config = configured("diagonal", {{"context", context},
                                                  {"formula", formula},
                                                  {"dim", std::int64_t{6}},
                                                  {"heads", std::int64_t{4}},
                                                  {"length", std::int64_t{5}},
                                                  {"init_scale", 0.7}});
    EXPECT_LT(papers_tasks().find("diagonal").gradient_error(config), 1e-7) << context << " " << formula;
    for (const auto& positions : {"trained"s, "delta"s}) {
      Config other = config;
      other.set("positions", positions);
      other.set("start_spread", 0.4);
      EXPECT_LT(papers_tasks().find("diagonal").gradient_error(other), 1e-7)
          << context << " " << formula << " " << positions;
    }
  }
}

/// E10 and E11: with P at its optimum, and from another s_1, training ends at Proposition 3's minimum.
TEST(Diagonal, FixedPositionsAndOtherFirstStatesEndAtTheMinimumOfProposition3) {
  for (const auto& positions : {"trained"s, "delta"s})
    for (const double spread : {0.0, 0.3})
      for (std::int64_t seed = 0; seed < 5; ++seed) {
        const auto r = run("diagonal", configured("diagonal", {{"seed", seed},
                                                               {"positions", positions},
                                                               {"start_spread", spread},
                                                               {"learning_rate", spread > 0 ? 1e-3 : 1e-2},
                                                               {"steps", std::int64_t{spread > 0 ? 40'000 : 500}}}));
        EXPECT_LT(r.scalar("row_mean_loss"), 1e-10) << positions << " " << spread << " " << seed;
        EXPECT_LT(r.scalar("residual"), 1e-5) << positions << " " << spread << " " << seed;
        EXPECT_LT(r.scalar("zero_ratio"), 1e-10);
        const auto &start = r.results().at("start"), &c = r.results().at("C"), &p = r.results().at("P");
        for (std::size_t i = 0; i < 10; ++i) EXPECT_NEAR(p[1] * c[i * 11] * start[i] * start[i], 1, 1e-5);
        EXPECT_EQ(std::ranges::all_of(start, [](double s) { return s == 1; }), spread == 0);
        if (positions == "delta") {
          EXPECT_EQ(p[1], 1);
          EXPECT_EQ(p[0], 0);
        }
      }
}

TEST(Diagonal, GivesEveryDeclaredResultInItsDeclaredSize) {
  for (const auto& context : {"unitary"s, "orthogonal"s})
    for (const std::int64_t length : {2, 6}) {
      const Config config = configured("diagonal", {{"context", context},
                                                    {"dim", std::int64_t{4}},
                                                    {"length", length},
                                                    {"heads", std::int64_t{3}},
                                                    {"steps", std::int64_t{317}}});
      const auto r = run("diagonal", config);
      test::expect_declared_results("diagonal", config, r);
      EXPECT_EQ(r.ticks, 318);
      EXPECT_EQ(r.results().at("step").back(), 317);
      EXPECT_NEAR(r.results().at("loss").back(), r.scalar("final_loss"), 1e-12 * r.scalar("initial_loss"));
    }
}

TEST(Diagonal, UnitaryTrainingEndsAtTheMinimumOfProposition3) {
  for (const auto& formula : {"corrected"s, "printed"s})
    for (std::int64_t seed = 0; seed < 5; ++seed) {
      const auto r = run("diagonal", configured("diagonal", {{"seed", seed}, {"formula", formula}}));
      EXPECT_LT(r.scalar("row_mean_loss"), 1e-10) << seed;
      EXPECT_LT(r.scalar("residual"), 1e-5) << seed;
      EXPECT_EQ(r.scalar("numerical_rank"), 10) << seed;
    }
}

TEST(Diagonal, OrthogonalTrainingWithFewHeadsEndsAtTheLowRankMinimumOfProposition6) {
  const auto r = run("diagonal", configured("diagonal", {{"context", "orthogonal"s},
                                                         {"heads", std::int64_t{8}},
                                                         {"learning_rate", 1e-3},
                                                         {"steps", std::int64_t{100'000}},
                                                         {"seed", std::int64_t{3}}}));
  EXPECT_LT(r.scalar("final_loss"), 1e-4);
  EXPECT_LT(r.scalar("residual"), 2e-3);
  EXPECT_LT(r.scalar("ratio_deviation"), 2e-3);
  EXPECT_EQ(r.scalar("numerical_rank"), 5);
}

TEST(Diagonal, TooFewHeadsLeaveTheirShareOfAUnitaryLoss) {
  const auto r = run("diagonal", configured("diagonal", {{"heads", std::int64_t{7}}, {"steps", std::int64_t{1000}}}));
  EXPECT_NEAR(r.scalar("final_loss"), 19 * 3, 1e-6);  // (T_max − 1)(d − H), the smallest possible
  EXPECT_GT(r.scalar("residual"), 0.5);
}

TEST(Diagonal, EntriesOutsideTheMaskKeepTheirFirstValues) {
  const auto early = run("diagonal", configured("diagonal", {{"steps", std::int64_t{1}}}));
  const auto late = run("diagonal", configured("diagonal", {{"steps", std::int64_t{200}}}));
  const auto &before = early.results().at("P"), &after = late.results().at("P");
  for (int r = 0; r < 20; ++r)
    for (int t = 0; t < 20; ++t) {
      const bool used = r < 19 && t <= r + 1;
      EXPECT_EQ(before[r * 20 + t] != after[r * 20 + t], used) << r << " " << t;
    }
}

TEST(Diagonal, AWildLearningRateDivergesAndSaysAtWhichStep) {
  const std::string why = test::divergence("diagonal", configured("diagonal", {{"learning_rate", 100.0}}));
  EXPECT_NE(why.find("step"), std::string::npos) << why;
}

TEST(Diagonal, RefusesOddOrthogonalDimensionsAndTheWrongFormulaByName) {
  EXPECT_NE(refusal("diagonal", {{"context", "orthogonal"s}, {"dim", std::int64_t{5}}}).find("dim"), std::string::npos);
  EXPECT_NE(refusal("diagonal", {{"context", "orthogonal"s}, {"formula", "printed"s}}).find("formula"),
            std::string::npos);
  EXPECT_NE(refusal("diagonal", {{"heads", std::int64_t{0}}}).find("heads"), std::string::npos);
  EXPECT_NE(refusal("diagonal", {{"length", std::int64_t{1}}}).find("length"), std::string::npos);
  EXPECT_EQ(refusal("diagonal", {{"dim", std::int64_t{5}}}), "");
}

// This identity was stored before positions and start_spread existed.
TEST(Diagonal, ConfigurationsOfOlderStoresKeepTheirIdentity) {
  EXPECT_EQ(identity(papers_tasks().find("diagonal").schema(), configured("diagonal", {})),
            "71d6e7ac31e5fc171822657cf60068b2");
}

}  // namespace
}  // namespace icsweep
