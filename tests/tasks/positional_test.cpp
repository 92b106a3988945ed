#include <Eigen/Core>
#include <complex>

#include "io/arrays/array_file.hpp"
#include "tasks/algebra/decompositions.hpp"
#include "tasks/autoregressive/positional_descent.hpp"
#include "tasks/autoregressive/positional_encoding.hpp"
#include "tasks/papers_tasks.hpp"
#include "tests/support/reference.hpp"
#include "tests/tasks/recorder.hpp"

namespace icsweep {
namespace {

using test::configured;
using test::refusal;
using test::run;

Sequences sample(double mu, int count, int length) {
  return draw_sequences({ContextKind::restricted, 1, mu}, count, length, 1, 3, Purpose::check);
}

/// A random weight for each lag that a row has; 0 for other lags.
Eigen::MatrixXd drawn(int T) {
  Eigen::MatrixXd w = Eigen::MatrixXd::Zero(T - 1, T);
  RandomStream random(1, Purpose::check, 0);
  for (int r = 0; r < T - 1; ++r)
    for (int k = 0; k <= r + 1; ++k) w(r, k) = random.normal();
  return w;
}

TEST(PositionalDescent, ItsLossIsTheSquaredErrorOfTheSample) {
  const int T = 5, n = 40;
  const Sequences sequences = sample(3, n, 2 * T - 1);
  const Eigen::MatrixXd w = drawn(T), p = positions_of(w, true);
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const std::complex<double> lambda(sequences.sequence(i)[2], sequences.sequence(i)[3]);
    for (int r = 0; r < T - 1; ++r) {
      std::complex<double> error = -std::pow(lambda, r + 2);
      for (int t = 1; t <= r + 2; ++t) error += p(r, t - 1) * std::pow(lambda, 2 * t - (r + 2));
      sum += std::norm(error);
    }
  }
  const double expected = sum / n / (T - 1);
  const Eigen::VectorXd m = even_moments(sequences, T);
  PositionalDescent descent(m, m, 0.5);
  descent.set_weights(w);
  EXPECT_NEAR(descent.evaluate(), expected, 1e-12 * expected);
}

std::complex<double> power(const Sequences& sequences, int i, int k) {
  return {sequences.sequence(i)[2 * k], sequences.sequence(i)[2 * k + 1]};
}

/// E12: the query e_T weights s_t = λ^{t−1} by ⟨s_T, s_t⟩ = λ^{t−T}.
TEST(PositionalDescent, OfTheLastQueryItsLossIsTheSquaredErrorOfTheSample) {
  const int T = 5, n = 40;
  const Sequences sequences = sample(3, n, 2 * T);
  const Eigen::MatrixXd w = drawn(T), p = positions_of(w, true);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    for (int r = 0; r < T - 1; ++r) {
      const int row_length = r + 2;
      std::complex<double> error = -power(sequences, i, row_length);
      for (int t = 1; t <= row_length; ++t)
        error += p(r, t - 1) * std::conj(power(sequences, i, row_length - 1)) * power(sequences, i, t - 1) *
                 power(sequences, i, t - 1);
      sum += std::norm(error);
    }
  const double expected = sum / n / (T - 1);
  PositionalDescent descent(even_moments(sequences, T), target_moments(PositionalQuery::last, sequences, T), 0.5);
  descent.set_weights(w);
  EXPECT_NEAR(descent.evaluate(), expected, 1e-12 * expected);
}

/// Against a rank-revealing least-squares fit of each row separately, over several blocks of sequences.
TEST(PositionalFloor, IsTheLeastSquaresErrorOfEachRow) {
  const int T = 7, n = 600;
  const Sequences sequences = sample(4, n, 2 * T);
  for (const auto query : {PositionalQuery::previous, PositionalQuery::last}) {
    const Eigen::VectorXd floor = positional_floor(query, sequences, T);
    ASSERT_EQ(floor.size(), T - 1);
    for (int r = 0; r < T - 1; ++r) {
      Eigen::MatrixXd columns(2 * n, r + 2);
      Eigen::VectorXd target = Eigen::VectorXd::Zero(2 * n);
      target.head(n).setOnes();
      for (int i = 0; i < n; ++i)
        for (int k = 0; k < r + 2; ++k) {
          const auto value = power(sequences, i, 2 * k + (query == PositionalQuery::last));
          columns(i, k) = value.real();
          columns(n + i, k) = value.imag();
        }
      const Eigen::VectorXd fitted = least_squares(columns, target);
      const double expected = (columns * fitted - target).squaredNorm() / n;
      EXPECT_NEAR(floor[r], expected, 1e-12) << r;
      if (query == PositionalQuery::last) {
        EXPECT_GT(floor[r], 1e-9) << r;
      }
    }
  }
}

/// Groups of eight rows, of an even and an odd number of lags, the last one not full.
TEST(PositionalDescent, StepsAsTheWeightsByLagWould) {
  for (const int T : {3, 4, 8, 9, 10, 17, 18, 26, 30, 41}) {
    const double rate = 0.3;
    const Eigen::VectorXd m = even_moments(sample(7, 50, 2 * T - 1), T);
    const auto moment = [&](int k, int l) { return m[std::abs(k - l)]; };
    const Eigen::MatrixXd toeplitz = Eigen::MatrixXd::NullaryExpr(T, T, moment);
    Eigen::MatrixXd w = drawn(T);
    PositionalDescent descent(m, m, rate);
    descent.set_weights(w);
    EXPECT_LT((descent.weights() - w).norm(), 1e-14 * w.norm()) << T;
    for (int step = 0; step < 20; ++step) {
      double loss = 1;
      Eigen::MatrixXd gradient = Eigen::MatrixXd::Zero(T - 1, T);
      for (int r = 0; r < T - 1; ++r) {
        const Eigen::VectorXd own = w.row(r).head(r + 2);
        const Eigen::VectorXd slope = toeplitz.topLeftCorner(r + 2, r + 2) * own - m.head(r + 2);
        loss += own.dot(slope - m.head(r + 2)) / (T - 1);
        gradient.row(r).head(r + 2) = 2.0 / (T - 1) * slope.transpose();
      }
      EXPECT_NEAR(descent.evaluate(), loss, 1e-12 * loss) << T;
      EXPECT_LT((descent.gradient() - gradient).norm(), 1e-12 * gradient.norm()) << T;
      descent.step();
      w -= rate * gradient;
    }
    EXPECT_LT((descent.weights() - w).norm(), 1e-12 * w.norm()) << T;
  }
}

TEST(PositionalDescent, MomentsOfManySequencesAreTheHessianOfProposition7) {
  const int T = 6, n = 40000;
  const Eigen::VectorXd moments = even_moments(sample(7, n, 2 * T - 1), T);
  const Eigen::MatrixXd hessian = restricted_hessian(T, 7);
  for (int k = 0; k < T; ++k) EXPECT_NEAR(moments[k], hessian(0, k), 4 / std::sqrt(2.0 * n)) << k;
}

TEST(RestrictedHessian, HasTheSpectrumOfProposition7) {
  const auto eigenvalues = [](double mu) { return symmetric_eigenvalues(restricted_hessian(30, mu)).reverse().eval(); };
  EXPECT_NEAR(eigenvalues(50)[0], 12.423, 5e-4);
  EXPECT_NEAR(eigenvalues(50)[1], 11.017, 5e-4);
  EXPECT_NEAR(eigenvalues(300)[0], 28.737, 5e-4);
  EXPECT_NEAR(eigenvalues(300)[1], 1.254, 5e-4);
  EXPECT_NEAR(eigenvalues(1e6)[0], 30, 1e-6);
  EXPECT_NEAR(eigenvalues(1e6)[1], 0, 1e-6);
}

TEST(DiagonalInvariance, IsOneForAToeplitzMatrixAndNoneForRowsOfConstants) {
  const Eigen::MatrixXd toeplitz = Eigen::MatrixXd::NullaryExpr(9, 9, [](int r, int t) { return std::sin(r - t); });
  EXPECT_NEAR(diagonal_invariance(toeplitz, 4), 1, 1e-12);
  EXPECT_LT(diagonal_invariance(Eigen::MatrixXd::NullaryExpr(9, 9, [](int r, int) { return r % 2; }), 4), 0.3);
}

TEST(ZeroCrossings, CountChangesOfSign) {
  EXPECT_EQ(zero_crossings(Eigen::Vector4d(1, -1, -2, 3)), 2);
  EXPECT_EQ(zero_crossings(Eigen::Vector3d(1, 2, 3)), 0);
}

TEST(CosineGram, DependsOnTheLagAloneAndIsLargestAtNone) {
  const Eigen::MatrixXd gram = cosine_gram(6, 8);
  EXPECT_DOUBLE_EQ(gram(0, 0), 4);
  EXPECT_DOUBLE_EQ(gram(1, 3), gram(4, 2));
  EXPECT_LT(gram(0, 1), gram(0, 0));
  double expected = 0;  // lag 5, wavelengths from 2π on
  for (int k = 0; k < 4; ++k) expected += std::cos(5 * std::pow(10000.0, -k / 4.0));
  EXPECT_DOUBLE_EQ(gram(5, 0), expected);
}

TEST(Positional, GradientFollowsFiniteDifferences) {
  for (const double mu : {1.0, 50.0})
    for (const std::string query : {"previous", "last"})
      EXPECT_LT(
          papers_tasks()
              .find("positional")
              .gradient_error(configured("positional", {{"mu", mu}, {"length", std::int64_t{6}}, {"query", query}})),
          1e-9);
}

/// E12: with eq 6 the least error is 0; with the last token's query it is positive, and gradient descent reaches it.
TEST(Positional, OnlyTheQueryBeforeTheLastReachesZero) {
  const auto of = [](const std::string& query) {
    return run("positional", configured("positional", {{"mu", 3.0},
                                                       {"length", std::int64_t{8}},
                                                       {"target_loss", 1e-9},
                                                       {"steps", std::int64_t{100'000}},
                                                       {"query", query}}));
  };
  const auto previous = of("previous"), last = of("last");
  EXPECT_LT(previous.scalar("floor_loss"), 1e-28);
  EXPECT_EQ(previous.scalar("converged"), 1);
  EXPECT_EQ(last.scalar("converged"), 0);
  EXPECT_GT(last.scalar("floor_loss"), 1e-2);
  EXPECT_GE(last.scalar("final_loss"), last.scalar("floor_loss"));
  EXPECT_NEAR(last.scalar("final_loss"), last.scalar("floor_loss"), 1e-3);
  EXPECT_EQ(last.scalar("zero_ratio"), last.scalar("final_loss"));
}

TEST(Positional, GivesEveryDeclaredResultInItsDeclaredSize) {
  for (const std::int64_t length : {3, 4, 11}) {
    const std::string query = length == 4 ? "last" : "previous";
    const Config config =
        configured("positional", {{"length", length}, {"sequences", std::int64_t{100}}, {"query", query}});
    test::expect_declared_results("positional", config, run("positional", config), {"step", "loss"});
  }
}

/// Acceptance of E8 except for the published matrices.
TEST(Positional, StopsAtTheTargetWithTheShapesOfFigure6) {
  for (const auto& [mu, crossings] : {std::pair{50.0, 4}, {100.0, 2}, {200.0, 2}, {300.0, 1}})
    for (const std::int64_t n : {1000, 10000}) {
      const auto r = run("positional", configured("positional", {{"mu", mu}, {"sequences", n}}));
      EXPECT_EQ(r.scalar("converged"), 1);
      EXPECT_LT(r.scalar("final_loss"), 1e-3);
      EXPECT_GT(r.scalar("final_loss"), 0.98e-3);  // the step before had not reached it
      EXPECT_EQ(r.last.step, r.scalar("steps_run"));
      EXPECT_GE(r.ticks, r.scalar("steps_run") / 40);
      EXPECT_EQ(r.scalar("zero_crossings"), crossings) << mu;
      EXPECT_EQ(r.scalar("last_is_largest"), 1) << mu;
      EXPECT_GE(r.scalar("diagonal_invariance"), 0.96) << mu;
    }
}

TEST(Positional, SaysWhenTheStepsRanOutBeforeTheTarget) {
  const auto r = run("positional", configured("positional", {{"steps", std::int64_t{50}}}));
  EXPECT_EQ(r.scalar("converged"), 0);
  EXPECT_EQ(r.scalar("steps_run"), 50);
  EXPECT_GT(r.scalar("final_loss"), 1e-3);
  EXPECT_EQ(r.results().at("loss").back(), r.scalar("final_loss"));  // fewer than 200 steps: each is kept
}

TEST(Positional, AnEarlyStopLeavesAFineCurveThatEndsWithTheFinalLoss) {
  const auto r = run("positional", configured("positional", {{"steps", std::int64_t{1000000}}}));
  ASSERT_EQ(r.scalar("converged"), 1);
  const auto &steps = r.results().at("step"), &losses = r.results().at("loss");
  ASSERT_EQ(steps.size(), 200);
  const auto end = std::find_if(steps.begin(), steps.end(), [](double s) { return std::isnan(s); });
  const auto kept = std::size_t(end - steps.begin());
  EXPECT_GE(kept, 100);
  EXPECT_EQ(steps[kept - 1], r.scalar("steps_run"));
  EXPECT_EQ(losses[kept - 1], r.scalar("final_loss"));
  for (std::size_t i = 0; i < steps.size(); ++i) EXPECT_EQ(std::isnan(losses[i]), i >= kept);
}

TEST(Positional, EndsAtThePublishedWeights) {
  for (const auto& [mu, name] : {std::pair{50.0, "pe_eps_mu_50.npy"}, {300.0, "pe_eps_mu_300.npy"}}) {
    ICSWEEP_NEEDS_REFERENCE(std::string("reference/") + name);
    const auto published = ArrayFile(test::reference_file(std::string("reference/") + name).string()).values();
    const auto r = run("positional", configured("positional", {{"mu", mu}}));
    const auto& ours = r.results().at("P");
    ASSERT_EQ(published.size(), ours.size());
    std::vector<double> a, b;
    for (int row = 0; row < 30; ++row)
      for (int token = 0; token <= row; ++token) {
        a.push_back(ours[row * 30 + token]);
        b.push_back(published[row * 30 + token]);
      }
    const Eigen::Map<Eigen::VectorXd> x(a.data(), Eigen::Index(a.size())), y(b.data(), Eigen::Index(b.size()));
    const Eigen::VectorXd cx = x.array() - x.mean(), cy = y.array() - y.mean();
    EXPECT_GE(cx.dot(cy) / cx.norm() / cy.norm(), 0.9995) << mu;
    EXPECT_LE((x - y).norm() / y.norm(), 0.02) << mu;
  }
}

TEST(Positional, AWildLearningRateDivergesAndSaysAtWhichStep) {
  const std::string why = test::divergence("positional", configured("positional", {{"learning_rate", 1000.0}}));
  EXPECT_NE(why.find("step"), std::string::npos) << why;
}

TEST(Positional, RefusesMuBelowOneAndShortSequencesByName) {
  EXPECT_NE(refusal("positional", {{"mu", 0.5}}).find("mu"), std::string::npos);
  EXPECT_NE(refusal("positional", {{"length", std::int64_t{2}}}).find("length"), std::string::npos);
}

// This identity was stored before query existed.
TEST(Positional, ConfigurationsOfOlderStoresKeepTheirIdentity) {
  EXPECT_EQ(identity(papers_tasks().find("positional").schema(), configured("positional", {})),
            "523dc5a992b5717bc1ad57a33dc5639f");
}

}  // namespace
}  // namespace icsweep
