#include "tasks/autoregressive/positional_encoding.hpp"
#include "tasks/algebra/decompositions.hpp"
#include "tasks/claims/claims.hpp"

#include <gtest/gtest.h>

#include <Eigen/Core>

namespace icsweep {
namespace {

const Claim& claim(const std::string& name) {
  return *find_claims(name).front();
}

Verdict evaluated(const std::string& name, const Values& given = {}) {
  return claim(name).evaluate(setting_of(claim(name), given));
}

struct Case {
  const char* name;
  Values given;
};

std::int64_t operator""_i(unsigned long long x) {
  return std::int64_t(x);
}

std::vector<Case> other_settings() {
  std::vector<Case> cases;
  for (const Claim& c : all_claims())
    for (const Values& given : c.other_settings) cases.push_back({c.name.c_str(), given});
  return cases;
}

/// The standard settings, with fewer samples in claims that spend most of their time on samples.
std::vector<Case> quick_standard_settings() {
  std::vector<Case> cases;
  for (const Claim& c : all_claims()) {
    Values given;
    for (const Parameter& p : c.parameters)
      if (p.name == "samples" && std::get<std::int64_t>(p.default_value) > 20'000) given["samples"] = 5000_i;
    cases.push_back({c.name.c_str(), given});
  }
  return cases;
}

class Claims : public testing::TestWithParam<Case> {};

TEST_P(Claims, Hold) {
  const Verdict outcome = evaluated(GetParam().name, GetParam().given);
  EXPECT_TRUE(outcome.holds) << outcome.measured << " has to be " << outcome.relation << " " << outcome.bound;
}

std::string label(const testing::TestParamInfo<Case>& info) {
  std::string name = info.param.name + ("_" + std::to_string(info.index));
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

INSTANTIATE_TEST_SUITE_P(AtStandardSettings, Claims, testing::ValuesIn(quick_standard_settings()), label);
INSTANTIATE_TEST_SUITE_P(AtOtherSettings, Claims, testing::ValuesIn(other_settings()), label);

TEST(ClaimList, EveryClaimFitsTheTableAndIsTestedAtTwoMoreSettings) {
  for (const Claim& c : all_claims()) {
    EXPECT_LE(c.name.size() - paper_of(c).size(), 18u) << c.name;
    EXPECT_LE(c.statement.size(), 28u) << c.statement;
    EXPECT_EQ(find_claims(c.name).size(), 1u) << c.name;
    EXPECT_GE(c.other_settings.size(), 2u) << c.name;
  }
  for (int row = 1; row <= 14; ++row) EXPECT_FALSE(find_claims("A" + std::to_string(row)).empty());
  for (const int row : {1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14})
    EXPECT_FALSE(find_claims("U" + std::to_string(row)).empty());
  for (const int row : {1, 2, 5, 7}) EXPECT_FALSE(find_claims("S" + std::to_string(row)).empty());
}

// Acceptance of experiments A1 … A14, where a claim's own bound is weaker.
TEST(Acceptance, Prop2) {
  EXPECT_NEAR(prop2_step(5, 10, FirstPredecessor::inverse), 0.090000, 5e-7);
  EXPECT_NEAR(prop2_step(5, 10, FirstPredecessor::zero), 0.096774, 5e-7);
  EXPECT_NEAR(prop2_step(5, 50, FirstPredecessor::inverse), 0.026531, 5e-7);
  EXPECT_NEAR(prop2_step(5, 50, FirstPredecessor::zero), 0.027027, 5e-7);
  for (const char* name : {"prop2", "prop2-inverse"})
    for (const std::int64_t T : {10, 50})
      EXPECT_LT(evaluated(name, {{"length", T}, {"samples", 20'000_i}}).measured, 0.015) << name << ", T = " << T;
}

TEST(Acceptance, Prop7) {
  const auto sigma = [](double mu) {
    const Eigen::VectorXd all = symmetric_eigenvalues(restricted_hessian(30, mu));
    return std::pair(all[29], all[28]);
  };
  EXPECT_NEAR(sigma(50).first, 12.423, 5e-4);
  EXPECT_NEAR(sigma(50).second, 11.017, 5e-4);
  EXPECT_NEAR(sigma(300).first, 28.737, 5e-4);
  EXPECT_NEAR(sigma(300).second, 1.254, 5e-4);
}

/// Least error of a linear prediction from T tokens, d = 2. Only s_1 and the latest tokens an even number of steps
/// before help. They determine the next token for reflections, which are half of all W.
TEST(Acceptance, Remark2IsAboveHalfByTheExactMarginOfTwoDimensions) {
  for (const std::int64_t T : {2, 4, 10, 40}) {
    const double exact = 0.5 + 0.5 / double(T);
    const Verdict outcome = evaluated("remark2", {{"dim", 2_i}, {"length", T}, {"samples", 2000 * T}});
    EXPECT_TRUE(outcome.holds) << "T = " << T;
    EXPECT_GT(outcome.bound, 0.5) << "a network below half would hold";
    EXPECT_NEAR(outcome.measured, exact, outcome.bound - 0.5) << "T = " << T;
  }
}

// The least loss with too few heads is reached: a descent that failed would not pass.
TEST(Acceptance, Prop3HeadsReachesItsBound) {
  EXPECT_EQ(std::string(evaluated("prop3-heads").relation), "<=");
  for (const std::int64_t H : {1, 2, 3}) EXPECT_LT(evaluated("prop3-heads", {{"heads", H}}).measured, 1e-9);
}

// Acceptance of experiments U1 … U14, where a claim's own bound is weaker.
TEST(Acceptance, AugmentedTokens) {
  EXPECT_LT(evaluated("universality-prop1", {{"scale", 20.0}}).measured, 1e-6);
}

TEST(Acceptance, TheTransientPassesDoublePrecisionByPosition100) {
  EXPECT_GT(evaluated("universality-prop2-transient", {{"length", 100_i}}).measured, 1e14);
  EXPECT_GT(evaluated("universality-prop2-lost", {{"length", 100_i}, {"samples", 1_i}}).measured, 1);
}

// Acceptance of experiments S5 and S7; S2's and the floors of S5 are in covariates_test.cpp.
TEST(Acceptance, TheFloorOfPatchesIsTheLeastErrorOfOneHead) {
  for (const std::int64_t p : {1, 2, 5, 8})
    EXPECT_LT(evaluated("covariates-patch", {{"patch", p}, {"draws", 1_i}}).measured, 1e-9) << "p = " << p;
}

TEST(Acceptance, Theorem31WithinThreeStandardErrors) {
  for (const std::int64_t p : {1, 2, 4, 10}) EXPECT_LT(evaluated("covariates-theorem31", {{"patch", p}}).measured, 3);
}

TEST(Acceptance, Theorem31sBoundIsPassedByTwoAndTheSharpOneReached) {
  EXPECT_NEAR(evaluated("covariates-theorem31-bound").measured, 2, 1e-3);
  EXPECT_NEAR(evaluated("covariates-theorem31-sharp").measured, 1, 1e-3);
}

TEST(Acceptance, RoundingAtTheStandardSettings) {
  for (const char* name : {"trajectories", "prop1", "lemma2", "prop3", "lemma3", "redundant-heads"})
    EXPECT_LT(evaluated(name).measured, 1e-12) << name;
  EXPECT_LT(evaluated("lemma1").measured, 1e-6);
  EXPECT_LT(evaluated("trigonometry").measured, 1e-14);
  EXPECT_LT(evaluated("prop7").measured, 1e-12);
}

TEST(Settings, WhatAClaimDoesNotAdmitIsRefusedByName) {
  const std::vector<std::pair<Case, const char*>> refused{
      {{"prop4", {{"dim", 0_i}}}, "dim = 0"},
      {{"prop4", {{"length", 1_i}}}, "length = 1"},
      {{"prop4", {{"samples", 0_i}}}, "samples = 0"},
      {{"prop4", {{"dim", 2.5}}}, "dim = 2.5: must be an integer"},
      {{"prop7", {{"mu", 0.99}}}, "mu = 0.99"},
      {{"prop7", {{"mu", std::nan("")}}}, "mu = nan: must be finite"},
      {{"lemma2", {{"heads", 0_i}}}, "heads = 0"},
      {{"lemma3", {{"dim", 5_i}}}, "dim = 5: must be even"},
      {{"prop3", {{"heads", 4_i}}}, "heads = 4: must be at least dim = 5"},
      {{"prop3-heads", {{"heads", 4_i}}}, "heads = 4: must be below dim = 4"},
      {{"prop6-heads", {{"heads", 1_i}}}, "heads = 1: must be from dim/2 = 2 to dim - 1 = 3"},
      {{"redundant-heads", {{"heads", 5_i}}}, "heads = 5: must be above dim = 5"},
      {{"remark2", {{"samples", 500_i}}}, "samples = 500: must be at least 2000"},
      {{"remark2", {{"dim", 2_i}, {"length", 40_i}}}, "samples = 20000: must be at least 80000 for dim = 2"},
      {{"remark2", {{"dim", 20_i}, {"length", 51_i}}}, "length = 51: must be at most 50"},
      {{"prop4-as-printed", {{"samples", 100_i}}}, "samples = 100: must be at least 2000"},
      {{"universality-prop2", {{"length", 31_i}}}, "length = 31: must be at most 30"},
      {{"universality-prop2-below", {{"length", 9_i}}}, "length = 9: must be at most 8"},
      {{"universality-theorem3", {{"samples", 199_i}}}, "samples = 199: must be at least 200"},
      {{"universality-theorem4", {{"dim", 4_i}}}, "dim = 4: must be at least 5"},
      {{"covariates-patch", {{"patch", 3_i}}}, "patch = 3: must divide examples = 40"},
      {{"covariates-patch", {{"noise", -1.0}}}, "noise = -1: must be at least 0"},
      {{"covariates-patch-heads", {{"heads", 3_i}}}, "heads = 3: must be at least patch = 4"},
      {{"covariates-sigma-as-printed", {{"noise", 1_i}}}, "noise = 1: must be at least 6.63 for dim = 10"},
      {{"covariates-alpha-as-printed", {{"patch", 1_i}}}, "patch = 1: must be at least 2"},
      {{"covariates-chain-as-printed", {{"patch", 20_i}}}, "examples = 40: must be above 2 patch = 40"},
  };
  for (const auto& [c, what] : refused) {
    try {
      setting_of(claim(c.name), c.given);
      ADD_FAILURE() << c.name << " took " << what;
    } catch (const Error& e) {
      EXPECT_EQ(e.kind(), ErrorKind::config);
      EXPECT_EQ(std::string(e.what()).find(what), 0u) << c.name << ": " << e.what();
    }
  }
}

TEST(ClaimList, AnUnknownNameIsAnsweredByTheNearest) {
  try {
    find_claims("rop7-limits");
    ADD_FAILURE();
  } catch (const Error& e) {
    EXPECT_EQ(std::string(e.what()),
              "there is no claim \"rop7-limits\", did you mean prop7-limits? icsweep claims --help lists them");
  }
}

}  // namespace
}  // namespace icsweep
