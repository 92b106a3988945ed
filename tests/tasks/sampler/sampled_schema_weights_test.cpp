#include "tasks/sampler/sampled_schema.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tasks/papers_tasks.hpp"
#include "tasks/sampler/sampled_task.hpp"

namespace icsweep {
namespace {

std::vector<std::string> names_of(const std::vector<WeightArray>& arrays) {
  std::vector<std::string> names;
  for (const auto& a : arrays) names.push_back(a.name);
  return names;
}

/// Schema of a sampler's task as read from a store, without the sampler.
Schema stored(const std::string& task, const std::string& base, const std::string& parameter) {
  Schema schema =
      sampled_task({.task = task, .base = base, .parameter = parameter, .file = "mine.py", .code = "abc"})->schema();
  for (Parameter& p : schema.parameters) p.neutral.reset();
  return schema;
}

TEST(SampledWeights, HaveTheNamesOfTheBase) {
  for (const auto& [base, parameter] :
       {std::pair{"regression", "function"}, {"plain", "context"}, {"augmented", "context"}}) {
    const Schema schema = stored(std::string(base) + "_mine", base, parameter);
    const Task& twin = papers_tasks().find(base);
    const auto names = names_of(sampled_weights(schema, default_config(schema)));
    EXPECT_FALSE(names.empty()) << base;
    EXPECT_EQ(names, names_of(twin.weights(default_config(twin.schema())))) << base;
  }
}

TEST(SampledWeights, OfAStoreFromBeforeAParameterHaveItsNeutralValue) {
  Schema schema = stored("regression_mine", "regression", "function");
  std::erase_if(schema.parameters, [](const Parameter& p) { return p.name == "precision"; });
  EXPECT_FALSE(sampled_weights(schema, default_config(schema)).empty());
}

TEST(SampledWeights, OfOtherTasksAreUnknown) {
  Schema schema = stored("regression_mine", "regression", "function");
  schema.task = "mine";
  EXPECT_TRUE(sampled_weights(schema, default_config(schema)).empty());
  schema.task = "regression_mine";
  std::erase_if(schema.parameters, [](const Parameter& p) { return p.name == "width"; });
  EXPECT_TRUE(sampled_weights(schema, default_config(schema)).empty()) << "no parameter of the model may lack";
}

}  // namespace
}  // namespace icsweep
