// Theorem 1's explicit Transformer against eq 7, step by step and in double precision: Prop 5, row U8.
#include "tasks/universality/theorem1.hpp"

#include <gtest/gtest.h>

namespace icsweep {
namespace {

constexpr int N = 4, T = 30;
const char* const names[] = {"id", "exp", "softmax"};

Sequences sequences(const Recursion& recursion) {
  return draw_sequences(recursion, N, T + 1, 7, Purpose::check);
}

/// The Transformer's predictions for sequence n.
Tokens output(const TransformerShape& shape, double eta, double norm, const Tokens& tokens) {
  return theorem1_output(shape, theorem1_parameters(shape, eta, norm), tokens);
}

/// Largest distance between the Transformer and eq 7, with the given η in units of 1/k.
double distance(const Recursion& recursion, Kernel kernel, int depth, bool tied, double step) {
  const Sequences data = sequences(recursion);
  const double eta = step * step_unit(kernel, recursion.initial_norm);
  const auto shape = theorem1_shape(kernel, T, recursion.dim, depth, tied);
  double worst = 0;
  for (int n = 0; n < N; ++n) {
    const Tokens tokens = Eigen::Map<const Tokens>(data.sequence(n), T + 1, data.dim);
    const CausalDescent descent(kernel, tokens);
    const Tokens u = descent.after(depth, eta, descent.zero());
    const Tokens error = u - output(shape, eta, recursion.initial_norm, tokens);
    worst = std::max(worst, error.cwiseAbs().maxCoeff() / std::max(1.0, u.cwiseAbs().maxCoeff()));
  }
  return worst;
}

TEST(Theorem1, TheTransformerRunsTheDescent) {
  for (const int instance : {1, 2, 3, 4})
    for (const int depth : {1, 2, 6, T})
      for (const bool tied : {false, true})
        for (const char* kernel : names)
          EXPECT_LT(distance({.instance = instance, .dim = 4, .shortest_period = 5, .longest_period = 9},
                             kernel_of(kernel), depth, tied, 1),
                    1e-10)
              << instance << " " << depth << " " << tied << " " << kernel;
}

TEST(Theorem1, HoldsAtThePapersWidthForAnyStepAndNorm) {
  for (const double step : {0.3, 1.9, 2.1})
    for (const double norm : {0.5, 1.0, 1.5})
      for (const char* kernel : names)
        EXPECT_LT(distance({.instance = 2, .dim = 15, .initial_norm = norm}, kernel_of(kernel), 6, true, step), 1e-10)
            << step << " " << norm << " " << kernel;
}

// Head 2 scores the first token with weight e^{norm²}: only tokens of that norm have equal denominators.
TEST(Theorem1, OnlyTheSoftmaxNeedsTokensOfOneNorm) {
  const Recursion noisy{.instance = 2, .dim = 5, .noise = 0.1};
  EXPECT_LT(distance(noisy, Kernel::id, 4, true, 1), 1e-10);
  EXPECT_LT(distance(noisy, Kernel::exp, 4, true, 1), 1e-10);
  EXPECT_GT(distance(noisy, Kernel::softmax, 4, true, 1), 1e-4);
}

// Theorem 1: with η = 1/k(x_1, x_1) and one layer per token, the Transformer is at the limit.
TEST(Theorem1, AsManyLayersAsTokensReachTheLimit) {
  const Recursion recursion{.instance = 1, .dim = 5};
  const Sequences data = sequences(recursion);
  const auto shape = theorem1_shape(Kernel::id, T, 5, T, true);
  for (int n = 0; n < N; ++n) {
    const Tokens tokens = Eigen::Map<const Tokens>(data.sequence(n), T + 1, 5);
    EXPECT_LT((CausalDescent(Kernel::id, tokens).limit() - output(shape, 1, 1, tokens)).cwiseAbs().maxCoeff(), 1e-8);
  }
}

TEST(Theorem1, TiedAndUntiedLayersStartAlike) {
  const auto tied = theorem1_shape(Kernel::softmax, T, 3, 4, true),
             untied = theorem1_shape(Kernel::softmax, T, 3, 4, false);
  const auto one = theorem1_parameters(tied, 0.7, 1), all = theorem1_parameters(untied, 0.7, 1);
  ASSERT_EQ(all.size(), 4 * one.size());
  for (std::size_t at = 0; at < all.size(); ++at) EXPECT_EQ(all[at], one[at % one.size()]);
}

}  // namespace
}  // namespace icsweep
