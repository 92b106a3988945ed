// The tools that evaluate the covariates paper's claims: closed forms against exact means over grids of normal numbers.
#include <gtest/gtest.h>

#include <functional>

#include "tasks/claims/autoregressive/diagonal_model.hpp"
#include "tasks/claims/covariates/patched_head.hpp"
#include "tasks/claims/covariates/shifted_optimum.hpp"
#include "tasks/claims/measures.hpp"

namespace icsweep {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// E f of `count` independent N(0, 1) numbers, exact for polynomials up to degree 5 in each: 0 has weight 2/3, ±√3 have
/// 1/6.
MatrixXd mean_over_grid(int count, const std::function<MatrixXd(const VectorXd&)>& f) {
  VectorXd values(count);
  const std::function<MatrixXd(int, double)> sum = [&](int k, double weight) -> MatrixXd {
    if (k == count) return weight * f(values);
    values[k] = 0;
    MatrixXd total = sum(k + 1, weight * 2 / 3);
    for (const double sign : {1, -1}) {
      values[k] = sign * std::sqrt(3);
      total += sum(k + 1, weight / 6);
    }
    return total;
  };
  return sum(0, 1);
}

MatrixXd scalar(double value) {
  return MatrixXd::Constant(1, 1, value);
}

/// N×D tokens of x, η in the order of `values`.
MatrixXd tokens_of_values(const PatchedRegression& r, const VectorXd& w, const VectorXd& values) {
  MatrixXd tokens(r.patches(), r.width());
  int k = 0;
  for (int i = 0; i < r.patches(); ++i)
    for (int j = 0; j < r.patch; ++j) {
      const VectorXd x = values.segment(k, r.dim);
      tokens.row(i).segment(r.x(j), r.dim) = x.transpose();
      tokens(i, r.y(j)) = w.dot(x) + r.noise * values[k + r.dim];
      k += r.dim + 1;
    }
  return tokens;
}

const PatchedRegression small[] = {{1, 2, 4, 0.7}, {2, 1, 2, 0.3}, {2, 2, 2, 1.5}, {1, 1, 3, 0}};

TEST(ExpectedError, OfAnyHeadIsTheMeanOverAGrid) {
  for (const PatchedRegression& r : small) {
    RandomStream random(3, Purpose::check, std::uint64_t(r.dim * r.examples));
    const PatchedHead head{normal_matrix(r.dim, r.width(), random), normal_matrix(r.width(), 1, random)};
    const VectorXd w = normal_matrix(r.dim, 1, random);
    const double mean = mean_over_grid(r.examples * (r.dim + 1), [&](const VectorXd& values) {
                          return scalar((estimate(head, tokens_of_values(r, w, values)) - w).squaredNorm());
                        }).value();
    EXPECT_NEAR(expected_error(r, head, w) / mean, 1, 1e-12);
  }
}

TEST(UnbiasedHead, HasMeanWWhateverWIs) {
  for (const PatchedRegression& r : small) {
    RandomStream random(4, Purpose::check, std::uint64_t(r.examples));
    const PatchedHead head = unbiased_head(r, 0.5, random);
    for (const double size : {0.0, 1.0, 30.0}) {
      const VectorXd w = size * normal_matrix(r.dim, 1, random);
      const VectorXd mean = r.patches() * head.u * (token_covariance(r, w) * head.v);
      EXPECT_LT((mean - w).norm(), 1e-10 * (1 + size * size));
    }
  }
}

TEST(UnbiasedHead, IsNotTheEqualOneWherePatchesLeaveAChoice) {
  const PatchedRegression r{3, 4, 12, 1};
  RandomStream random(5, Purpose::check, 0);
  const PatchedHead head = unbiased_head(r, 1, random);
  const VectorXd w = VectorXd::Ones(3);
  EXPECT_GT(expected_error(r, head, w), 1.5 * expected_error(r, equal_heads(r, 1).front(), w));
  for (int j = 0; j < r.patch; ++j) {
    EXPECT_GT(head.u.col(r.y(j)).norm(), 0);
    EXPECT_GT(head.v.segment(r.x(j), 3).norm(), 0);
  }
}

TEST(UnbiasedHead, OfLittleSpreadIsNearlyTheEqualOne) {
  const PatchedRegression r{3, 4, 12, 1};
  RandomStream random(5, Purpose::check, 1);
  const PatchedHead head = unbiased_head(r, 1e-6, random), equal = equal_heads(r, 1).front();
  EXPECT_LT((head.u - equal.u).norm() / equal.u.norm(), 1e-4);
  EXPECT_LT((head.v - equal.v).norm() / equal.v.norm(), 1e-5);
}

TEST(EqualHead, HasTheErrorOfTheorem31) {
  for (const int p : {1, 2, 8}) {
    const PatchedRegression r{5, p, 16, 0.6};
    const VectorXd w = VectorXd::LinSpaced(5, -1, 2);
    EXPECT_NEAR(expected_error(r, equal_heads(r, 1).front(), w), p * (0.36 * 5 + 6 * w.squaredNorm()) / 16, 1e-13);
  }
}

TEST(EqualHeads, TogetherAreUnbiased) {
  const PatchedRegression r{2, 5, 10, 1};
  const VectorXd w = VectorXd::LinSpaced(2, 1, 2);
  for (const int heads : {1, 2, 3, 5, 9}) {
    VectorXd mean = VectorXd::Zero(2);
    const auto all = equal_heads(r, heads);
    EXPECT_EQ(int(all.size()), std::min(heads, 5));
    for (const PatchedHead& head : all) mean += r.patches() * head.u * (token_covariance(r, w) * head.v);
    EXPECT_LT((mean - w).norm(), 1e-14);
  }
}

TEST(DrawTokens, OfOneStreamShareXAndNoise) {
  const PatchedRegression r{3, 2, 4, 0.5};
  const MatrixXd factor = 2 * MatrixXd::Identity(3, 3);
  const VectorXd w = VectorXd::LinSpaced(3, 1, 3);
  RandomStream first(6, Purpose::check, 0), second(6, Purpose::check, 0);
  const MatrixXd noise = draw_tokens(r, factor, VectorXd::Zero(3), first), all = draw_tokens(r, factor, w, second);
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j) {
      const VectorXd x = all.row(i).segment(r.x(j), 3);
      EXPECT_EQ(x, VectorXd(noise.row(i).segment(r.x(j), 3)));
      EXPECT_NEAR(all(i, r.y(j)), w.dot(x) + noise(i, r.y(j)), 1e-14);
    }
}

TEST(NormalCubature, IsExactToTheFifthDegree) {
  for (const int d : {1, 2, 7}) {
    const Cubature c = normal_cubature(d);
    const auto mean = [&](int i, int a, int j, int b) {
      double sum = 0;
      for (int n = 0; n < c.weights.size(); ++n)
        sum += c.weights[n] * std::pow(c.points(i, n), a) * std::pow(c.points(j, n), b);
      return sum;
    };
    EXPECT_NEAR(mean(0, 0, 0, 0), 1, 1e-13);
    EXPECT_NEAR(mean(0, 2, 0, 0), 1, 1e-13);
    EXPECT_NEAR(mean(0, 4, 0, 0), 3, 1e-12);
    for (const int odd : {1, 3, 5}) EXPECT_NEAR(mean(d - 1, odd, 0, 0), 0, 1e-13);
    if (d > 1) {
      EXPECT_NEAR(mean(0, 2, d - 1, 2), 1, 1e-12);
      EXPECT_NEAR(mean(0, 1, d - 1, 1), 0, 1e-13);
      EXPECT_NEAR(mean(0, 1, d - 1, 3), 0, 1e-12);
    }
  }
}

/// The floor is the error of the shrunk equal head; the descent ends no lower from any start.
TEST(DescendedError, EndsAtTheFloorOrInALocalMinimumAboveIt) {
  for (const PatchedRegression& r : {PatchedRegression{2, 2, 8, 0}, PatchedRegression{3, 3, 12, 0.7}}) {
    const double floor = patched_floor(r, 1);
    PatchedHead best = equal_heads(r, 1).front();
    best.u *= 1 - floor / r.dim;
    const Cubature c = normal_cubature(r.dim);
    double error = 0, least = r.dim;
    for (int n = 0; n < c.weights.size(); ++n) error += c.weights[n] * expected_error(r, best, c.points.col(n));
    EXPECT_NEAR(error / floor, 1, 1e-12);
    for (int n = 0; n < 6; ++n) {
      RandomStream random(7, Purpose::check, std::uint64_t(n));
      least = smaller(least, descended_error(r, normal_matrix(r.width(), 1, random)));
    }
    EXPECT_NEAR(least / floor, 1, 1e-9);
  }
}

/// The closed forms of shifted attention at the best step are the means over a grid, and Γ = γI is stationary.
TEST(ShiftedOptimum, IsTheMeanOverAGrid) {
  for (const auto& [d, H] : {std::pair(1, 3), std::pair(2, 1), std::pair(2, 2)})
    for (const ShiftedScale scale : {ShiftedScale::sum, ShiftedScale::mean})
      for (const OwnToken own : {OwnToken::left_out, OwnToken::printed}) {
        const ShiftedModel model{d, H, 0.8, scale, own};
        const ShiftedOptimum optimum = shifted_optimum(model);
        const MatrixXd mean = mean_over_grid(d + (H + 1) * d + H, [&, d = d, H = H](const VectorXd& values) {
          const VectorXd w = values.head(d);
          const MatrixXd x = values.segment(d, (H + 1) * d).reshaped(H + 1, d);
          VectorXd y = x * w;
          y.head(H) += 0.8 * values.tail(H);
          const ShiftedSample sample = shifted_sample(model, optimum.step, w, x, y);
          VectorXd all(d * d + 2);
          all << sample.derivative.reshaped(), sample.last_index, sample.mean;
          return MatrixXd(all);
        });
        EXPECT_LT(largest_entry(mean.topRows(d * d)), 1e-12);
        EXPECT_NEAR(mean(d * d), optimum.last_index, 1e-12);
        EXPECT_NEAR(mean(d * d + 1), optimum.mean, 1e-12);
      }
}

TEST(ShiftedOptimum, OfThePlainSumHasTheStepOfItsClosedForm) {
  for (const int d : {1, 10})
    for (const int H : {1, 40}) {
      const double noise = 0.3, step = 3 / (2.0 * H + 1 + 3 * (d + 1 + noise * noise));
      EXPECT_NEAR(shifted_optimum({d, H, noise, ShiftedScale::sum}).step, step, 1e-14);
    }
}

// Acceptance of experiments S2 and S5.
TEST(Acceptance, OneLayerOfLinearAttentionOnTheLinearClass) {
  EXPECT_NEAR(patched_floor({10, 1, 40, 0}, 1), 2.157, 5e-4);
  EXPECT_NEAR(shifted_optimum({10, 40, 0, ShiftedScale::mean}).last_index, 2.78, 5e-3);
  EXPECT_NEAR(shifted_optimum({10, 40, 0, ShiftedScale::sum}).last_index, 3.07, 5e-3);
}

TEST(Acceptance, AttentionToTheOwnTokenDoublesTheErrorOfTheMean) {
  EXPECT_NEAR(shifted_optimum({10, 40, 0, ShiftedScale::mean, OwnToken::printed}).last_index, 5.72, 5e-3);
  EXPECT_NEAR(shifted_optimum({10, 40, 0, ShiftedScale::sum, OwnToken::printed}).last_index, 2.99, 5e-3);
}

TEST(Acceptance, PatchesRaiseTheFloorOfFewerHeadsThanSlots) {
  const std::pair<int, double> floors[] = {{1, 2.157}, {2, 3.548},  {4, 5.238}, {5, 5.789},
                                           {8, 6.875}, {10, 7.333}, {20, 8.462}};
  for (const auto& [p, floor] : floors) {
    EXPECT_NEAR(patched_floor({10, p, 40, 0}, 1), floor, 5e-4) << "p = " << p;
    EXPECT_NEAR(patched_floor({10, p, 40, 0}, p), 2.157, 5e-4) << "p = " << p;
    EXPECT_NEAR(patched_floor({10, p, 40, 0}, p + 5), 2.157, 5e-4) << "p = " << p;
  }
}

}  // namespace
}  // namespace icsweep
