// Schemas of sampled tasks; no sampler runs.
#include "tasks/sampler/sampled_schema.hpp"

#include <gtest/gtest.h>

#include "tasks/sampler/sampled_task.hpp"

namespace icsweep {
namespace {

SamplerDefinition definition(const std::string& base = "regression", const std::string& parameter = "function") {
  return {.task = base + "_mine",
          .base = base,
          .parameter = parameter,
          .file = "mine.py",
          .folder = "/nowhere",
          .code = "abc",
          .own = {integer("degree", 2), real("scale", .5)},
          .baselines = {"nearest"}};
}

std::string refusal(const SamplerDefinition& d) {
  try {
    sampled_task(d);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(SampledSchema, HasTheSamplersParametersInPlaceOfTheFunctions) {
  const auto task = sampled_task(definition());
  const Schema& schema = task->schema();
  EXPECT_EQ(schema.task, "regression_mine");
  for (const char* name : {"noise", "hidden", "curriculum"}) EXPECT_EQ(schema.find(name), nullptr) << name;
  EXPECT_EQ(schema.find("function")->default_value, Value("mine.py"));
  EXPECT_EQ(schema.find("function_degree")->default_value, Value(std::int64_t{2}));
  EXPECT_EQ(schema.find("function_scale")->default_value, Value(.5));
  EXPECT_EQ(schema.find("code")->default_value, Value("abc"));
  EXPECT_TRUE(schema.find("seed")->repeats);
  EXPECT_TRUE(schema.find_output("nearest")->dimensions.empty());
  EXPECT_EQ(schema.find_output("nearest_error")->dimensions.at(0).name, "seen");
  EXPECT_EQ(schema.find_output("nearest_error")->dimensions[0].size(default_config(schema)), 41);
  EXPECT_NE(schema.find_output("last_index"), nullptr);
}

TEST(SampledSchema, OfSequencesLeavesOutWhatAssumesOrthogonalContexts) {
  for (const char* base : {"augmented", "plain"}) {
    const auto task = sampled_task(definition(base, "context"));
    const Schema& schema = task->schema();
    for (const char* name : {"mu", "start"}) EXPECT_EQ(schema.find(name), nullptr) << name;
    for (const Output& output : schema.outputs) {
      EXPECT_FALSE(output.name.starts_with("floor") || output.name.starts_with("gd_") ||
                   output.name.ends_with("isotropy"))
          << output.name;
      for (const Dimension& d : output.dimensions) EXPECT_GT(d.size(default_config(schema)), 0) << output.name;
    }
    EXPECT_EQ(schema.find_output("nearest_error")->dimensions.at(0).name, "position");
  }
}

TEST(SampledSchema, IdentityHoldsTheCode) {
  const auto one = sampled_task(definition());
  SamplerDefinition changed = definition();
  changed.code = "abd";
  const auto two = sampled_task(changed);
  EXPECT_NE(identity(one->schema(), default_config(one->schema())),
            identity(two->schema(), default_config(two->schema())));
}

TEST(SampledSchema, WhatTheBaseRefusesIsRefused) {
  const auto task = sampled_task(definition());
  Config config = default_config(task->schema());
  config.set("patch", std::int64_t{3});
  EXPECT_THROW(task->validate(config), Error);
}

TEST(SampledSchema, NamesThatCannotBeAreRefused) {
  EXPECT_EQ(refusal(definition()), "");
  EXPECT_EQ(refusal(definition("regression", "context")),
            "mine.py: task regression takes no sampler as its context: use samplers as function of regression, or as "
            "context of augmented or plain");
  EXPECT_EQ(refusal(definition("diagonal", "context")).substr(0, 49),
            "mine.py: task diagonal takes no sampler as its co");
  SamplerDefinition d = definition();
  d.file = "mine.txt";
  EXPECT_EQ(refusal(d), "mine.txt: is not a sampler by its name, use a file that ends in .py or .so");
  for (const char* name : {"seed", "first", "count", "points", "dim", "file", "Degree", "", "a b"}) {
    d = definition();
    d.own = {integer(name, 1)};
    EXPECT_NE(refusal(d), "") << name;
  }
  for (const char* name : {"error", "nearest", "function_degree", "Mean", "width", "checkpoint"}) {
    d = definition();
    d.baselines = {"nearest", name};
    EXPECT_NE(refusal(d), "") << name;
  }
}

}  // namespace
}  // namespace icsweep
