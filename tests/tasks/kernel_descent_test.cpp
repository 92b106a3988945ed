#include <fmt/format.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "tasks/algebra/decompositions.hpp"
#include "tasks/papers_tasks.hpp"
#include "tasks/universality/causal_descent.hpp"
#include "tasks/universality/descent_run.hpp"
#include "tests/tasks/recorder.hpp"

namespace icsweep::kernel_descent_test {
namespace {

using test::configured;
using test::Recorder;

Config config(const Values& values) {
  return configured("kernel_descent", values);
}
Recorder run(const Values& values) {
  return test::run("kernel_descent", config(values));
}
std::string refusal(const Values& values) {
  return test::refusal("kernel_descent", values);
}
std::string divergence(const Values& values) {
  return test::divergence("kernel_descent", config(values));
}
Value integer(std::int64_t n) {
  return n;
}
Value text(const char* t) {
  return std::string(t);
}
/// A small setting of the task: fewer and shorter sequences of few dimensions.
Values small(Values more) {
  more.merge(Values{{"dim", integer(4)},
                    {"length", integer(25)},
                    {"sequences", integer(5)},
                    {"shortest_period", integer(3)},
                    {"longest_period", integer(6)},
                    {"depth", integer(3)}});
  return more;
}

/// |u_t − x_{t+1}|² of u* and of uⁿ by loops, for sequence i of small({}) and the given kernel, and |uⁿ_t − u*_t|;
/// η is step_size over the largest k(x_t, x_t), for softmax step_size.
struct ByHand {
  ByHand(const Recursion& recursion, std::uint64_t i, double (*k)(double), bool softmax, double step_size) {
    const int T = 25, depth = 3;
    RandomStream random(0, Purpose::test_data, i);
    const Tokens x = draw_sequence(recursion, T + 1, random).tokens;
    std::vector<Eigen::RowVectorXd> star, u(T, Eigen::RowVectorXd::Zero(4)), before;
    double largest = 0;
    for (int t = 0; t < T; ++t) largest = std::max(largest, k(x.row(t).squaredNorm()));
    const double eta = softmax ? step_size : step_size / largest;
    const auto a = [&](int t, int s) {
      double sum = 0;
      for (int r = 0; r <= t; ++r) sum += k(x.row(t).dot(x.row(r)));
      return k(x.row(t).dot(x.row(s))) / (softmax ? sum : 1);
    };
    for (int t = 0; t < T; ++t) {
      Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(4);
      for (int s = 0; s < t; ++s) sum += a(t, s) * (x.row(s + 1) - star[std::size_t(s)]);
      star.push_back(sum / a(t, t));
    }
    for (int n = 0; n < depth; ++n) {
      before = u;
      for (int t = 0; t < T; ++t) {
        for (int s = 0; s <= t; ++s) u[std::size_t(t)] -= eta * a(t, s) * before[std::size_t(s)];
        for (int s = 0; s < t; ++s) u[std::size_t(t)] += eta * a(t, s) * x.row(s + 1);
      }
    }
    for (int t = 0; t < T; ++t) {
      error.push_back((star[std::size_t(t)] - x.row(t + 1)).squaredNorm());
      descent_error.push_back((u[std::size_t(t)] - x.row(t + 1)).squaredNorm());
      distance = std::max(distance, (u[std::size_t(t)] - star[std::size_t(t)]).norm());
    }
  }
  std::vector<double> error, descent_error;
  double distance = 0;
};

const std::set<std::string> beside_ridge{"final_excess", "ridge_error",  "excess_error",  "median_excess",
                                         "lower_excess", "upper_excess", "descent_excess"};

TEST(KernelDescent, GivesEveryDeclaredResultInItsDeclaredSize) {
  for (const std::int64_t instance : {1, 2, 3, 4})
    for (const char* kernel : {"own", "id", "exp", "softmax"})
      for (const double noise : {0.0, 0.1}) {
        const Config c = config(small({{"instance", instance}, {"kernel", text(kernel)}, {"noise", noise}}));
        test::expect_declared_results("kernel_descent", c, test::run("kernel_descent", c), beside_ridge);
      }
  for (const std::int64_t length : {1, 2}) {
    const Config c = config(small({{"length", length}}));
    test::expect_declared_results("kernel_descent", c, test::run("kernel_descent", c), beside_ridge);
  }
}

/// Against explicit solves of each position, with all sequences of the run.
TEST(KernelDescent, ExcessIsOverTheRidgeRegressionOfTheSameSequence) {
  for (const bool linear : {true, false}) {
    const double lambda = 0.05;
    const Config c = config(small({{"instance", integer(linear ? 1 : 4)}, {"noise", 0.1}, {"ridge", lambda}}));
    const Recorder r = test::run("kernel_descent", c);
    test::expect_declared_results("kernel_descent", c, r);
    for (const int t : {0, 1, 7, 24}) {
      std::vector<double> excess;
      double mean = 0, ridge_mean = 0;
      for (std::uint64_t i = 0; i < 5; ++i) {
        RandomStream random(0, Purpose::test_data, i);
        const Tokens x = draw_sequence({.instance = linear ? 1 : 4, .dim = 4, .noise = 0.1}, 26, random).tokens;
        const Tokens keys = x.topRows(t), values = x.middleRows(1, t);
        Eigen::RowVectorXd predicted = Eigen::RowVectorXd::Zero(4);
        if (linear) {  // W by the normal equations of the inputs
          const Eigen::MatrixXd moment = keys.transpose() * keys + lambda * Eigen::MatrixXd::Identity(4, 4);
          predicted = x.row(t) * solve_spd(moment, Eigen::MatrixXd(keys.transpose() * values));
        } else if (t > 0) {
          const Eigen::MatrixXd k = (keys * keys.transpose()).array().exp();
          const Eigen::RowVectorXd at = (x.row(t) * keys.transpose()).array().exp();
          predicted = at * solve_spd(k + lambda * Eigen::MatrixXd::Identity(t, t), Eigen::MatrixXd(values));
        }
        const double ridge = (predicted - x.row(t + 1)).squaredNorm();
        const Tokens limit = CausalDescent(linear ? Kernel::id : Kernel::exp, x).limit();
        excess.push_back((limit.row(t) - x.row(t + 1)).squaredNorm() - ridge);
        mean += excess.back() / 5;
        ridge_mean += ridge / 5;
      }
      std::sort(excess.begin(), excess.end());
      const auto at = [&](const char* curve) { return r.results().at(curve)[std::size_t(t)]; };
      EXPECT_NEAR(at("ridge_error"), ridge_mean, 1e-9 * (1 + ridge_mean)) << t;
      EXPECT_NEAR(at("excess_error"), mean, 1e-9 * (1 + std::abs(mean))) << t;
      EXPECT_NEAR(at("median_excess"), excess[2], 1e-9 * (1 + std::abs(mean))) << t;
      EXPECT_NEAR(at("lower_excess"), excess[1], 1e-9 * (1 + std::abs(mean))) << t;
      EXPECT_NEAR(at("upper_excess"), excess[3], 1e-9 * (1 + std::abs(mean))) << t;
      EXPECT_NEAR(at("descent_excess"), at("descent_error") - ridge_mean, 1e-9 * (1 + at("descent_error"))) << t;
    }
  }
}

TEST(KernelDescent, WithoutRidgeRegressionThereIsNoExcess) {
  const Recorder r = run(small({{"noise", 0.1}}));
  for (const auto& name : beside_ridge)
    for (const double value : r.results().at(name)) EXPECT_TRUE(std::isnan(value)) << name;
}

TEST(KernelDescent, ErrorsAreThoseOfTheDefinitions) {
  struct Case {
    const char* kernel;
    double (*k)(double);
  };
  const auto id = [](double z) { return z; };
  const auto exp = [](double z) { return std::exp(z); };
  for (const auto& [kernel, k] : {Case{"id", id}, Case{"exp", exp}, Case{"softmax", exp}})
    for (const int instance : {2, 4}) {
      const Recorder r = run(small({{"instance", integer(instance)},
                                    {"kernel", text(kernel)},
                                    {"initial_norm", 1.2},
                                    {"step_size", 0.5},
                                    {"noise", 0.02}}));
      std::vector<ByHand> sequences;
      double distance = 0;
      for (std::uint64_t i = 0; i < 5; ++i) {
        sequences.emplace_back(Recursion{.instance = instance, .dim = 4, .noise = 0.02, .initial_norm = 1.2}, i, k,
                               std::string(kernel) == "softmax", 0.5);
        distance = std::max(distance, sequences.back().distance);
      }
      EXPECT_NEAR(r.scalar("descent_distance"), distance, 1e-9 * distance) << kernel;
      for (std::size_t t = 0; t < 25; ++t) {
        std::vector<double> errors;
        double mean = 0, descent = 0;
        for (const auto& s : sequences) {
          errors.push_back(s.error[t]);
          mean += s.error[t] / 5;
          descent += s.descent_error[t] / 5;
        }
        std::sort(errors.begin(), errors.end());
        const auto at = [&](const char* curve) { return r.results().at(curve)[t]; };
        EXPECT_NEAR(at("error"), mean, 1e-8 * mean) << kernel << " at " << t;
        EXPECT_NEAR(at("descent_error"), descent, 1e-8 * descent) << kernel << " at " << t;
        EXPECT_NEAR(at("lower_quartile"), errors[1], 1e-8 * mean);
        EXPECT_NEAR(at("median_error"), errors[2], 1e-8 * mean);
        EXPECT_NEAR(at("upper_quartile"), errors[3], 1e-8 * mean);
      }
      EXPECT_EQ(r.scalar("final_error"), r.results().at("error").back());
    }
}

TEST(KernelDescent, TheOwnKernelIsIdOfInstance1AndExpOfTheOthers) {
  for (const std::int64_t instance : {1, 2, 3, 4}) {
    const auto error = [&](const char* kernel) {
      return run(small({{"instance", instance}, {"kernel", text(kernel)}})).results().at("error");
    };
    EXPECT_EQ(error("own"), error(instance == 1 ? "id" : "exp"));
    EXPECT_NE(error("own"), error(instance == 1 ? "exp" : "id"));
  }
}

/// U2
TEST(KernelDescent, StepSizeOneIsExactAfterOneStepLessThanTokensAndNotBefore) {
  for (const std::int64_t instance : {1, 2}) {
    const auto distance = [&](std::int64_t length, std::int64_t depth) {
      return run(small({{"instance", instance}, {"length", length}, {"depth", depth}})).scalar("descent_distance");
    };
    EXPECT_LT(distance(8, 7), 1e-13);
    EXPECT_GT(distance(8, 6), 1e-6);
  }
  EXPECT_LT(run(small({{"instance", integer(2)}, {"length", integer(30)}, {"depth", integer(29)}}))
                .scalar("descent_distance"),
            1e-5);  // transients pass 1e9
}

Values short_steps(const char* kernel, double step_size, std::int64_t depth) {
  return small({{"kernel", text(kernel)},
                {"length", integer(8)},
                {"depth", depth},
                {"initial_norm", 1.3},
                {"step_size", step_size}});
}

/// U2, at T ≤ 8 because of the transient: it amplifies each step's rounding before the rounding decays.
TEST(KernelDescent, ConvergesBelowStepSizeTwoForEveryKernel) {
  const double rounding = 1e-15;
  const auto distance = [](const char* kernel, std::int64_t depth) {
    return run(short_steps(kernel, 1.9, depth)).scalar("descent_distance");
  };
  for (const char* kernel : {"id", "exp", "softmax"}) {
    double transient = 0;  // summed over steps
    for (std::int64_t depth = 0; depth < 200; depth += 10) transient += 10 * distance(kernel, depth);
    EXPECT_LT(distance(kernel, 1000), rounding * transient) << kernel;
  }
}

TEST(KernelDescent, AStepAboveTheLimitDivergesAndNamesItWithTheStepItGrewFrom) {
  for (const auto& [kernel, step_size] : {std::pair{"id", 2.1}, {"exp", 2.1}, {"softmax", 8.5}}) {
    const std::string why = divergence(short_steps(kernel, step_size, 200));
    EXPECT_EQ(why.find(fmt::format("step_size = {} is above the limit 2", step_size)), 0) << why;  // softmax: 2 to 4
    EXPECT_NE(why.find(" of sequence 0: |u - u*| at position "), std::string::npos) << why;
    EXPECT_NE(why.find("grew from descent step"), std::string::npos) << why;
    EXPECT_NE(why.find("after step 200"), std::string::npos) << why;
  }
}

/// From u = 0 the first position is at its limit, and the others' diagonal entries are below 1.
TEST(KernelDescent, SoftmaxFromZeroConvergesABitAboveTwo) {
  EXPECT_LT(run(short_steps("softmax", 2.1, 1000)).scalar("descent_distance"), 1e-10);
}

TEST(KernelDescent, WhetherAStepIsTooLargeDoesNotDependOnTheDepth) {
  for (const std::int64_t depth : {1, 2, 6, 50, 200})
    for (const char* kernel : {"id", "exp", "softmax"}) {
      const std::string why = divergence(short_steps(kernel, 4.1, depth));
      EXPECT_TRUE(why.starts_with("step_size = 4.1 is above the limit ")) << why;
      EXPECT_EQ(divergence(short_steps(kernel, 2.0, depth)), "");
    }
  EXPECT_EQ(divergence(short_steps("id", 4.1, 0)), "");
}

/// Noise makes tokens longer and longer. The step is in units of the longest.
TEST(KernelDescent, NoiseDoesNotMoveTheLimitOfTheStepSize) {
  const auto noisy = [](double step_size, std::int64_t depth) {
    Values values = short_steps("id", step_size, depth);
    values["noise"] = 0.5;
    return values;
  };
  EXPECT_LT(run(noisy(1.9, 1000)).scalar("descent_distance"), 1e-6);
  const std::string why = divergence(noisy(2.1, 1000));
  EXPECT_EQ(why.find("step_size = 2.1 is above the limit 2 of sequence 0"), 0) << why;
}

TEST(KernelDescent, ALargeTransientOfAStableStepIsAResult) {
  const Recorder r = run(small({{"instance", integer(2)}, {"step_size", 1.9}, {"depth", integer(10)}}));
  EXPECT_GT(r.scalar("descent_distance"), 1e4);
}

TEST(KernelDescent, AnOverflowDivergesAndNamesSequencePositionAndStep) {
  const std::string why = divergence(small({{"step_size", 1000.0}, {"depth", integer(200)}}));
  EXPECT_NE(why.find("step_size = 1000: u of sequence 0 is not finite at position "), std::string::npos) << why;
  EXPECT_NE(why.find("after descent step "), std::string::npos) << why;
  EXPECT_NE(why.find("the limit is 2,"), std::string::npos) << why;
}

TEST(KernelDescent, AKernelThatOverflowsDivergesAndSaysWhatToLower) {
  const std::string why = divergence(small({{"instance", integer(2)}, {"initial_norm", 20.0}, {"noise", 50.0}}));
  EXPECT_NE(why.find("u* of sequence 0 is not finite at position "), std::string::npos) << why;
  EXPECT_NE(why.find("noise"), std::string::npos) << why;
}

TEST(KernelDescent, NoStepLeavesZero) {
  for (const Values& more : {Values{{"depth", integer(0)}}, Values{{"step_size", 0.0}}}) {
    const Recorder r = run(small(more));
    for (const double e : r.results().at("descent_error")) EXPECT_NEAR(e, 1, 1e-12);
  }
}

/// Prop 4 with the explicit products, and both arrays end at the same point.
TEST(KernelDescent, ProjectionsAreThoseOfTheFirstSequencesTokens) {
  const int T = 7, d = 4;
  const Recorder r = run(small({{"instance", integer(2)},
                                {"length", integer(T)},
                                {"initial_norm", 1.3},
                                {"noise", 0.3},
                                {"depth", integer(0)}}));
  RandomStream random(0, Purpose::test_data, 0);
  const Tokens x = draw_sequence({.instance = 2, .dim = d, .noise = 0.3, .initial_norm = 1.3}, T, random).tokens;
  const Eigen::VectorXd nu = Eigen::VectorXd::Constant(d, 0.5);
  const auto projected = [&](int first, int last) {  // P_first … P_last ν
    Eigen::VectorXd point = nu;
    for (int s = last; s >= first; --s) {
      const Eigen::VectorXd direction = x.row(s).transpose().normalized();
      point -= direction * direction.dot(point);
    }
    return point;
  };
  for (int t = 0; t < T; ++t)
    for (int i = 0; i < d; ++i) {
      EXPECT_NEAR(r.results().at("projection")[std::size_t(t * d + i)], projected(0, t)[i], 1e-14);
      EXPECT_NEAR(r.results().at("projection_path")[std::size_t(t * d + i)], projected(t, T - 1)[i], 1e-14);
    }
}

/// U9: means over three times 200 sequences, numpy and the paper's settings.
TEST(KernelDescent, MeanErrorsAreThoseOfFigure3) {
  struct Row {
    std::int64_t instance, dim;
    double at_50, at_200, tolerance;
  };
  for (const auto& [instance, dim, at_50, at_200, tolerance] :
       {Row{1, 15, .038, .0025, .25}, Row{2, 15, .12, .018, .25}, Row{3, 15, .54, .049, .25},
        Row{4, 4, .47, .099, .4}}) {
    const Recorder r = run({{"instance", instance}, {"dim", dim}, {"length", integer(200)}, {"depth", integer(0)}});
    EXPECT_NEAR(r.results().at("error")[49], at_50, tolerance * at_50) << instance;
    EXPECT_NEAR(r.results().at("error")[199], at_200, tolerance * at_200) << instance;
    if (instance == 2) {  // U6
      EXPECT_GT(r.results().at("median_error")[49], 5 * r.results().at("median_error")[199]);
    }
  }
}

/// U5 and U7, where the sequence is long enough for its last half to be late.
TEST(KernelDescent, LateSlopesAreThoseOfTheTheorems) {
  const Recorder linear = run({{"dim", integer(5)}, {"sequences", integer(50)}, {"depth", integer(0)}});
  EXPECT_GT(linear.scalar("slope_ratio"), 0.95);
  EXPECT_LT(linear.scalar("slope_ratio"), 1.1);
  EXPECT_EQ(linear.scalar("compared"), linear.scalar("fits"));
  EXPECT_GE(linear.scalar("fits"), 48);
  const Recorder periodic = run({{"instance", integer(3)},
                                 {"sequences", integer(50)},
                                 {"depth", integer(0)},
                                 {"shortest_period", integer(5)},
                                 {"longest_period", integer(10)}});
  EXPECT_GT(periodic.scalar("slope_ratio"), 0.95);
  EXPECT_LT(periodic.scalar("slope_ratio"), 1.06);
  EXPECT_EQ(periodic.scalar("compared"), 50);
}

TEST(KernelDescent, SlopeAndRadiusAreMediansOverSequences) {
  const Recorder r = run({{"dim", integer(5)}, {"sequences", integer(1)}, {"depth", integer(0)}, {"seed", integer(7)}});
  RandomStream random(7, Purpose::test_data, 0);
  const auto x = draw_sequence({.instance = 1, .dim = 5}, 1, random);
  EXPECT_NEAR(r.scalar("spectral_radius"), linear_radius(x.w, x.tokens.row(0)), 1e-15);
  EXPECT_EQ(r.scalar("slope"), late_slope(r.results().at("error"), 1, 1e-24).value());
  EXPECT_NEAR(r.scalar("slope_ratio"), r.scalar("slope") / 2 / std::log(r.scalar("spectral_radius")), 1e-12);
}

TEST(KernelDescent, ScalesWithTheNormOfTheTokens) {
  const Recorder one = run(small({})), tiny = run(small({{"initial_norm", 1e-5}}));
  EXPECT_NEAR(tiny.scalar("final_error") / 1e-10, one.scalar("final_error"), 1e-9 * one.scalar("final_error"));
  EXPECT_NEAR(tiny.scalar("slope_ratio"), one.scalar("slope_ratio"), 1e-6);
  EXPECT_EQ(tiny.scalar("fits"), one.scalar("fits"));
}

TEST(KernelDescent, WithoutATheoremTheRadiusIsOneAndNothingIsCompared) {
  for (const Values& more : {Values{{"noise", 0.1}}, Values{{"instance", integer(2)}}, Values{{"instance", integer(4)}},
                             Values{{"instance", integer(3)}, {"kernel", text("id")}}, Values{{"kernel", text("exp")}},
                             Values{{"instance", integer(3)}, {"noise", 0.1}}}) {
    Values values = small(more);
    values["depth"] = integer(0);
    const Recorder r = run(values);
    EXPECT_EQ(r.scalar("spectral_radius"), 1);
    EXPECT_EQ(r.scalar("slope_ratio"), 0);
    EXPECT_EQ(r.scalar("compared"), 0);
    EXPECT_GE(r.scalar("fits"), 4);  // a period of 6 does not fit often enough
  }
}

/// In one dimension one token determines W: the second prediction is exact.
TEST(KernelDescent, SequencesThatAreLearntAtOnceHaveNoSlope) {
  const Recorder r = run(small({{"dim", integer(1)}}));
  EXPECT_EQ(r.results().at("error")[0], 1);
  EXPECT_EQ(r.results().at("error")[1], 0);
  EXPECT_EQ(r.scalar("fits"), 0);
  EXPECT_EQ(r.scalar("slope"), 0);
  EXPECT_EQ(r.scalar("slope_ratio"), 0);
}

TEST(KernelDescent, IsTheSameForTheSameSeedAndAnotherForAnother) {
  const auto error = [](std::int64_t seed) { return run(small({{"seed", seed}})).results().at("error"); };
  EXPECT_EQ(error(1), error(1));
  EXPECT_NE(error(1), error(2));
}

TEST(KernelDescent, TicksOnceASequence) {
  const Recorder r = run(small({}));
  EXPECT_EQ(r.ticks, 6);
  EXPECT_EQ(r.last.step, 5);
  EXPECT_EQ(r.last.steps, 5);
  EXPECT_EQ(r.last.sequences, 5);
}

TEST(KernelDescent, RefusesByNameWhatDoesNotFit) {
  const auto instance = [](std::int64_t i, Values more) {
    more["instance"] = i;
    return refusal(more);
  };
  EXPECT_EQ(instance(3, {{"length", integer(30)}}).find("longest_period = 40: longer than length = 30, "), 0);
  EXPECT_EQ(
      instance(3, {{"shortest_period", integer(50)}}).find("shortest_period = 50: longer than longest_period = 40"), 0);
  EXPECT_EQ(instance(4, {}).find("dim = 15: instance 4 turns pairs of coordinates, use an even number"), 0);
  EXPECT_EQ(instance(1, {{"initial_norm", 0.0}}).find("initial_norm = 0: a sequence that starts at zero stays there"),
            0);
  EXPECT_EQ(instance(3, {{"length", integer(40)}}), "");
  EXPECT_EQ(instance(4, {{"dim", integer(4)}, {"length", integer(10)}}), "");
  EXPECT_EQ(instance(1, {{"q", 3.0}, {"length", integer(10)}}), "");  // a grid may hold several instances
  EXPECT_THROW(config({{"kernel", text("relu")}}), Error);
  EXPECT_THROW(config({{"instance", integer(5)}}), Error);
}

// This identity was stored before ridge existed.
TEST(KernelDescent, ConfigurationsOfOlderStoresKeepTheirIdentity) {
  EXPECT_EQ(identity(papers_tasks().find("kernel_descent").schema(), configured("kernel_descent", {})),
            "75d05c1be2fdd4f1f8f693acbe10b8d4");
}

}  // namespace
}  // namespace icsweep::kernel_descent_test
