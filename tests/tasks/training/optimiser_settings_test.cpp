#include "tasks/training/optimiser_settings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>

#include "tasks/papers_tasks.hpp"
#include "tasks/registry.hpp"

namespace icsweep {
namespace {

Config with(const Values& given) {
  Schema schema{"toy", 1, optimiser_parameters(), {}};
  schema.parameters.push_back(real("learning_rate", 1e-3));
  Config config = default_config(schema);
  for (const auto& [name, value] : given) config.set(name, checked(*schema.find(name), value));
  return config;
}

std::string thrown_message(const std::function<void()>& f) try {
  f();
  return "";
} catch (const Error& e) {
  return e.what();
}

std::string refusal(const Values& given, std::int64_t steps = 100) {
  return thrown_message([&] { validate_optimiser(with(given), steps); });
}

TEST(OptimiserSettings, RateFallsToZeroOverTheDecay) {
  EXPECT_EQ(optimiser_settings(with({}), 100).rate_factor(99), 1);
  const OptimiserSettings s = optimiser_settings(with({}), 100, 10);
  EXPECT_EQ(s.rate_factor(0), 1);
  EXPECT_EQ(s.rate_factor(90), 1);
  EXPECT_DOUBLE_EQ(s.rate_factor(95), .5);
  EXPECT_DOUBLE_EQ(s.rate_factor(99), .1);
}

TEST(OptimiserSettings, RateRisesDuringTheWarmUpAndFallsAfterIt) {
  const auto s = optimiser_settings(with(values("warmup", 4, "schedule", "cosine", "final_rate", .2)), 104);
  EXPECT_DOUBLE_EQ(s.rate_factor(0), .25);
  EXPECT_DOUBLE_EQ(s.rate_factor(3), 1);
  EXPECT_DOUBLE_EQ(s.rate_factor(4), 1);
  EXPECT_DOUBLE_EQ(s.rate_factor(54), .6);
  EXPECT_DOUBLE_EQ(s.rate_factor(104), .2);
}

TEST(OptimiserSettings, WhatDoesNotBelongTogetherIsRefused) {
  EXPECT_EQ(refusal(values("optimizer", "sgd", "momentum", 1)),
            "momentum = 1: nothing would ever fade, use less than 1");
  EXPECT_EQ(refusal(values("momentum", .9)), "momentum = 0.9: optimizer = \"adam\" has none, leave it out or use sgd");
  EXPECT_EQ(refusal(values("optimizer", "sgd", "beta2", .9)),
            "beta2 = 0.9: optimizer = \"sgd\" has none, leave it out or use adam, adamw or lion");
  EXPECT_EQ(refusal(values("optimizer", "lion", "epsilon", .1)),
            "epsilon = 0.1: optimizer = \"lion\" has none, leave it out or use adam or adamw");
  EXPECT_EQ(refusal(values("final_rate", .1)),
            "final_rate = 0.1: schedule = \"constant\" has none, leave it out or use linear or cosine");
  EXPECT_EQ(refusal(values("warmup", 101)), "warmup = 101: the training has 100 steps, use at most that many");
  EXPECT_EQ(refusal(values("warmup", 100, "schedule", "linear")),
            "warmup = 100: schedule = \"linear\" has no step left to fall over, use less than the 100 steps");
  EXPECT_EQ(thrown_message([] { with(values("clip", -1)); }), "clip = -1: must be at least 0");
  EXPECT_EQ(refusal(values("warmup", 100)), "");
}

TEST(OptimiserSettings, ScaleLeavesNormsAlone) {
  const std::vector<ParameterView> views{{"map.weight", 0, 1, 2}, {"norm.weight", 2, 1, 1}, {"map.bias", 3, 1, 1}};
  EXPECT_EQ(scaled_initial({1, 2, 3, 4}, views, .5), (std::vector<double>{.5, 1, 3, 2}));
}

TEST(OptimiserSettings, EveryTaskThatKeepsWeightsHasThemAndOldIdentitiesStay) {
  int trained = 0;
  for (const Task* task : papers_tasks().all()) {
    const Schema& schema = task->schema();
    if (!schema.find_output("grad_norm")) continue;
    ++trained;
    Schema before = schema;
    std::erase_if(before.parameters, [](const Parameter& p) {
      return std::ranges::any_of(optimiser_parameters(), [&](const Parameter& o) { return o.name == p.name; });
    });
    EXPECT_EQ(before.parameters.size() + optimiser_parameters().size(), schema.parameters.size()) << schema.task;
    EXPECT_EQ(identity(schema, default_config(schema)), identity(before, default_config(before))) << schema.task;
  }
  EXPECT_EQ(trained, 5);
}

}  // namespace
}  // namespace icsweep
