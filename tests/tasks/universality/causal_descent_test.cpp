#include "tasks/universality/causal_descent.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cmath>

#include "io/base/error.hpp"
#include "tasks/algebra/decompositions.hpp"

namespace icsweep {
namespace {

constexpr Kernel kernels[] = {Kernel::id, Kernel::exp, Kernel::softmax};

Tokens tokens_of(int instance, int dim, int rows, double norm = 1) {
  RandomStream random(4, Purpose::check, 0);
  return draw_sequence({.instance = instance, .dim = dim, .initial_norm = norm}, rows, random).tokens;
}

double largest(const Eigen::MatrixXd& m) {
  return m.cwiseAbs().maxCoeff();
}

/// ρ = lim ‖Mⁿ‖^{1/n}, n = 2^20 by squaring.
double power_radius(Eigen::MatrixXd m) {
  double log_norm = 0;  // ln‖M^{2^i}‖ = log_norm + ln‖m‖
  for (int i = 0; i < 20; ++i) {
    log_norm = 2 * (log_norm + std::log(m.norm()));
    m /= m.norm();
    m = (m * m).eval();
  }
  return std::exp((log_norm + std::log(m.norm())) / (1 << 20));
}

TEST(CausalDescent, MatrixIsTheKernelOfEarlierTokens) {
  const int T = 6;
  const Tokens x = tokens_of(2, 3, T + 1, 1.3);
  for (const Kernel kernel : kernels) {
    const CausalDescent descent(kernel, x);
    ASSERT_EQ(descent.matrix().rows(), T);
    EXPECT_EQ(descent.next(), x.bottomRows(T));
    for (int t = 0; t < T; ++t) {
      double sum = 0;
      for (int s = 0; s <= t; ++s) sum += std::exp(x.row(t).dot(x.row(s)));
      for (int s = 0; s < T; ++s) {
        const double product = x.row(t).dot(x.row(s));
        const double k = kernel == Kernel::id    ? product
                         : kernel == Kernel::exp ? std::exp(product)
                                                 : std::exp(product) / sum;
        EXPECT_NEAR(descent.matrix()(t, s), s <= t ? k : 0, 1e-14) << t << " " << s;
      }
    }
  }
}

TEST(CausalDescent, LimitIsProposition2BySubstitution) {
  const int T = 40, d = 3;
  for (const Kernel kernel : kernels) {
    const CausalDescent descent(kernel, tokens_of(4, 4, T + 1));
    const Tokens limit = descent.limit();
    EXPECT_EQ(largest(limit.row(0)), 0);  // nothing has been seen
    for (int t = 0; t < T; ++t) {         // Σ_{s<t} A_ts (y_s − u_s) = A_tt u_t
      Eigen::RowVectorXd sum = Eigen::RowVectorXd::Zero(d + 1);
      for (int s = 0; s < t; ++s) sum += descent.matrix()(t, s) * (descent.next().row(s) - limit.row(s));
      EXPECT_LT(largest(sum / descent.matrix()(t, t) - limit.row(t)), 1e-12) << t;
    }
  }
}

TEST(CausalDescent, SoftmaxSharesTheLimitOfTheExponentialKernel) {
  const Tokens x = tokens_of(2, 5, 61, 1.2);
  EXPECT_LT(largest(CausalDescent(Kernel::exp, x).limit() - CausalDescent(Kernel::softmax, x).limit()), 1e-11);
}

TEST(CausalDescent, AStepIsEquation7AndLeavesTheLimitWhereItIs) {
  for (const Kernel kernel : kernels) {
    const CausalDescent descent(kernel, tokens_of(1, 4, 13));
    const Eigen::MatrixXd a = descent.matrix();
    const Eigen::MatrixXd diagonal = a.diagonal().asDiagonal();
    Tokens u = 0.3 * descent.next();
    const Tokens expected = u - 0.7 * (a * u - (a - diagonal) * descent.next());
    descent.step(0.7, u);
    EXPECT_LT(largest(u - expected), 1e-14);
    Tokens limit = descent.limit();
    descent.step(0.7, limit);
    EXPECT_LT(largest(limit - descent.limit()), 1e-13);
  }
}

TEST(CausalDescent, StepsOfOneOverKAreExactAfterAsManyAsThereAreEarlierTokens) {
  const int T = 12;
  for (const Kernel kernel : {Kernel::id, Kernel::exp}) {
    const CausalDescent descent(kernel, tokens_of(2, 4, T + 1, 1.1));
    const Tokens limit = descent.limit();
    for (int n = 0; n < T; ++n) {
      const Tokens u = descent.after(n, 1 / kernel_of_norm(kernel, 1.1), descent.zero());
      EXPECT_LT(largest(u.topRows(n + 1) - limit.topRows(n + 1)), 1e-10) << n;  // t ≤ n + 1
      if (n < 6) {
        EXPECT_GT(largest(u.row(n + 1) - limit.row(n + 1)), 1e-8) << n;
      }
    }
  }
}

TEST(CausalDescent, ConvergesBelowItsLargestStepAndNotAboveIt) {
  for (const Kernel kernel : kernels) {
    const CausalDescent descent(kernel, tokens_of(2, 3, 9, 1.4));
    EXPECT_NEAR(descent.largest_step(), 2 / (kernel == Kernel::softmax ? 1 : kernel_of_norm(kernel, 1.4)), 1e-14);
    const Tokens limit = descent.limit(), start = descent.next();  // from 0 the first row would be at its limit
    EXPECT_LT(largest(descent.after(1500, 0.95 * descent.largest_step(), start) - limit), 1e-11);
    EXPECT_GT(largest(descent.after(1500, 1.05 * descent.largest_step(), start) - limit), 1e6);
  }
}

TEST(CausalDescent, FromZeroTheLeastStableRowDecides) {
  for (const Kernel kernel : kernels) {
    const CausalDescent descent(kernel, tokens_of(2, 3, 9, 1.4));
    const int row = descent.least_stable_row().value();
    const double most = 2 / descent.matrix()(row, row);
    EXPECT_GE(row, 1);
    EXPECT_LT(largest(descent.after(1500, 0.95 * most, descent.zero()) - descent.limit()), 1e-11);
    EXPECT_GT(largest(descent.after(1500, 1.05 * most, descent.zero()) - descent.limit()), 1e6);
  }
  EXPECT_FALSE(CausalDescent(Kernel::exp, tokens_of(2, 3, 2)).least_stable_row().has_value());
}

TEST(CausalDescent, OfKeysAndWhatFollowsThemIsThatOfTheTokens) {
  const Tokens x = tokens_of(4, 4, 9);
  for (const Kernel kernel : kernels)
    EXPECT_EQ(CausalDescent(kernel, x).limit(), CausalDescent(kernel, x.topRows(8), x.bottomRows(8)).limit());
}

TEST(CausalDescent, KernelsHaveNames) {
  EXPECT_EQ(kernel_of("id"), Kernel::id);
  EXPECT_EQ(kernel_of("exp"), Kernel::exp);
  EXPECT_EQ(kernel_of("softmax"), Kernel::softmax);
  EXPECT_THROW(kernel_of("own"), Error);
  EXPECT_NEAR(kernel_of_norm(Kernel::id, 3), 9, 0);
  EXPECT_NEAR(kernel_of_norm(Kernel::softmax, 2), std::exp(4), 1e-13);
}

TEST(LinearRadius, IsThatOfPowersOfTheProjectedMap) {
  for (std::uint64_t i = 0; i < 5; ++i) {
    RandomStream random(4, Purpose::check, i);
    const auto s = draw_sequence({.instance = 1, .dim = 6, .initial_norm = 1.7}, 1, random);
    const Eigen::RowVectorXd nu = s.tokens.row(0).normalized();
    const Eigen::MatrixXd step = s.w * (Eigen::MatrixXd::Identity(6, 6) - nu.transpose() * nu);
    const double radius = linear_radius(s.w, s.tokens.row(0));
    EXPECT_NEAR(radius, power_radius(step), 1e-4);
    EXPECT_LT(radius, 1);
    EXPECT_GT(radius, 0.1);
  }
}

/// Rows of G = LLᵀ's factor are features in the coordinates of an orthonormal basis of their span.
TEST(PeriodRadius, IsThatOfTheProductOfProjectionsOfAPeriod) {
  const int d = 6;
  for (const int period : {1, 3, 6}) {
    for (const Kernel kernel : kernels) {
      RandomStream random(5, Purpose::check, std::uint64_t(period));
      const Tokens x =
          draw_sequence(
              {.instance = 3, .dim = d, .shortest_period = period, .longest_period = period, .initial_norm = 1.3},
              period, random)
              .tokens;
      Eigen::MatrixXd g = x * x.transpose();
      if (kernel != Kernel::id) g = g.array().exp();
      const Eigen::MatrixXd features = cholesky_factor(g);
      Eigen::MatrixXd product = Eigen::MatrixXd::Identity(period, period);
      for (int s = 0; s < period; ++s) {
        const Eigen::RowVectorXd nu = features.row(s).normalized();
        product = (product - product * nu.transpose() * nu).eval();
      }
      EXPECT_NEAR(period_radius(kernel, x), eigenvalues(product).cwiseAbs().maxCoeff(), 1e-12) << period;
      EXPECT_LT(period_radius(kernel, x), 1);
    }
  }
}

}  // namespace
}  // namespace icsweep
