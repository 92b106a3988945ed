#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "tasks/algebra/decompositions.hpp"
#include "tests/tasks/recorder.hpp"

namespace icsweep::trajectory_test {
namespace {

using test::Recorder;

const std::string task = "trajectory";
const char* const contexts[] = {"haar", "unitary", "orthogonal", "restricted"};

Recorder run(const Values& values) {
  return test::run(task, test::configured(task, values));
}
std::vector<double> sequence(const Values& values) {
  return run(values).results().at("sequence");
}
Values values(const std::string& context, std::int64_t dim, std::int64_t length, std::int64_t seed = 0) {
  return {{"context", context}, {"dim", dim}, {"length", length}, {"seed", seed}, {"mu", 2.0}};
}
/// The states as columns.
Eigen::MatrixXd states(const Values& v) {
  const std::vector<double> s = sequence(v);
  const auto length = std::get<std::int64_t>(v.at("length"));
  return Eigen::Map<const Eigen::MatrixXd>(s.data(), Eigen::Index(s.size()) / length, length);
}
/// Angles, of at most π, by which a restricted or unitary context turns the coordinates, computed from s_1 and s_2.
std::vector<double> angles(const std::string& context, double mu, std::int64_t seed) {
  Values v = values(context, 3, 2, seed);
  v["mu"] = mu;
  const Eigen::MatrixXd x = states(v);
  std::vector<double> all;
  for (int i = 0; i < 3; ++i) all.push_back(std::acos(x(i, 1) / x(i, 0)));  // s_1 is real
  return all;
}

TEST(Trajectory, GivesWhatItDeclares) {
  for (const char* context : contexts)
    for (const std::int64_t dim : {2, 6})
      for (const std::int64_t length : {1, 2, 30}) {
        SCOPED_TRACE(context);
        const Config c = test::configured(task, values(context, dim, length));
        const Recorder r = test::run(task, c);
        test::expect_declared_results(task, c, r);
        EXPECT_EQ(r.ticks, 2);
        EXPECT_EQ(r.last.step, r.last.steps);
      }
}

TEST(Trajectory, StartsAtTheUnitVectorOfEqualRealCoordinates) {
  for (const char* context : contexts) {
    const Eigen::VectorXd first = states(values(context, 4, 5)).col(0);
    for (int i = 0; i < first.size(); ++i) EXPECT_EQ(first[i], i < 4 ? 0.5 : 0) << context;
  }
}

TEST(Trajectory, ComplexContextsHaveTwiceAsManyCoordinates) {
  for (const char* context : contexts) {
    const bool complex = context == std::string("unitary") || context == std::string("restricted");
    EXPECT_EQ(states(values(context, 4, 5)).rows(), complex ? 8 : 4) << context;
  }
}

TEST(Trajectory, KeepsTheNormForAThousandSteps) {
  for (const char* context : contexts)
    for (std::int64_t seed = 0; seed < 5; ++seed) {
      const Recorder r = run(values(context, 4, 1001, seed));
      EXPECT_GT(r.scalar("norm_drift"), 0) << context;
      EXPECT_LT(r.scalar("norm_drift"), 1e-12) << context;
    }
}

TEST(Trajectory, NormDriftIsThatOfTheStoredSequence) {
  const Values v = values("haar", 3, 1000);
  const Eigen::MatrixXd x = states(v);
  double drift = 0;
  for (const auto& s : x.colwise()) drift = std::max(drift, std::abs(s.norm() - 1));
  EXPECT_NEAR(run(v).scalar("norm_drift"), drift, 1e-15);
}

/// A number of steps equal to that of the coordinates determines the map, which must explain all other steps.
TEST(Trajectory, FollowsOneLinearMapAllAlong) {
  for (const char* context : contexts)
    for (std::int64_t seed = 0; seed < 3; ++seed) {
      const Eigen::MatrixXd x = states(values(context, 2, 40, seed));
      const auto n = x.rows(), T = x.cols();
      const Eigen::MatrixXd inverse = pseudo_inverse(x.leftCols(n)), w = x.middleCols(1, n) * inverse;
      const double rounding = 1e-15 * double(T) * inverse.norm();
      ASSERT_LT(rounding, 1e-6) << context;  // otherwise any sequence would pass
      EXPECT_LT((w * x.leftCols(T - 1) - x.rightCols(T - 1)).colwise().norm().maxCoeff(), 10 * rounding) << context;
      EXPECT_LT((w * w.transpose() - Eigen::MatrixXd::Identity(n, n)).norm(), 10 * rounding) << context;
    }
}

TEST(Trajectory, EqualSeedsGiveEqualSequencesAndOtherSeedsOthers) {
  for (const char* context : contexts) {
    EXPECT_EQ(sequence(values(context, 4, 9, 5)), sequence(values(context, 4, 9, 5))) << context;
    EXPECT_NE(sequence(values(context, 4, 9, 5)), sequence(values(context, 4, 9, 6))) << context;
  }
}

TEST(Trajectory, AShorterOneIsTheBeginningOfALongerOne) {
  for (const char* context : contexts) {
    const std::vector<double> few = sequence(values(context, 4, 7)), many = sequence(values(context, 4, 300));
    EXPECT_TRUE(std::equal(few.begin(), few.end(), many.begin())) << context;
  }
}

TEST(Trajectory, RestrictedContextsTurnByAtMostTheirAngleAndReachIt) {
  for (const double mu : {10.0, 50.0}) {
    double largest = 0, unrestricted = 0;
    for (std::int64_t seed = 0; seed < 30; ++seed)
      for (const double angle : angles("restricted", mu, seed)) largest = std::max(largest, angle);
    for (const double angle : angles("unitary", mu, 0)) unrestricted = std::max(unrestricted, angle);
    const double bound = 2 * std::numbers::pi / mu;
    EXPECT_LE(largest, bound + 1e-12);
    EXPECT_GE(largest, 0.9 * bound);
    EXPECT_GT(unrestricted, bound);
  }
}

TEST(Trajectory, RefusesAnOddDimensionOfOrthogonalContextsByName) {
  EXPECT_EQ(test::refusal(task, values("orthogonal", 3, 9)),
            "dim = 3: orthogonal contexts turn pairs of coordinates, use an even dim");
  for (const char* context : {"haar", "unitary", "restricted"})
    EXPECT_EQ(test::refusal(task, values(context, 3, 9)), "") << context;
  EXPECT_EQ(test::refusal(task, values("orthogonal", 2, 9)), "");
}

}  // namespace
}  // namespace icsweep::trajectory_test
