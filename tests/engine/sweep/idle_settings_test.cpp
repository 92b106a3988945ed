#include "engine/sweep/idle_settings.hpp"

#include <gtest/gtest.h>

#include "tasks/papers_tasks.hpp"

namespace icsweep::idle_settings_test {
namespace {

using Lines = std::vector<std::string>;

/// The sentences about one experiment of the task with these values; all others are defaults.
Lines about(const std::string& name, const Values& values) {
  const Task& task = papers_tasks().find(name);
  Experiment e{.task = &task, .config = default_config(task.schema()), .identity = "", .settings = {}};
  for (const auto& [parameter, value] : values) e.config.set(parameter, value);
  return idle_settings({&e});
}

TEST(IdleSettings, NameAdamwWithoutWeightDecay) {
  EXPECT_EQ(about("augmented", values("optimizer", "adamw")),
            Lines{"augmented: 1 experiment with optimizer = \"adamw\": the same bits as with \"adam\", since "
                  "weight_decay = 0"});
  EXPECT_EQ(about("augmented", values("optimizer", "adamw", "weight_decay", .1)), Lines{});
  EXPECT_EQ(about("augmented", values("optimizer", "lion")), Lines{});
}

TEST(IdleSettings, NameParametersThatAreNotUsed) {
  EXPECT_EQ(about("regression", values("hidden", std::int64_t{50})),
            Lines{"regression: 1 experiment with a hidden of no effect, which only function = \"relu2\" uses"});
  EXPECT_EQ(about("regression", values("hidden", std::int64_t{50}, "function", "relu2")), Lines{});
  EXPECT_EQ(about("plain", values("warmup", std::int64_t{1})),
            Lines{"plain: 1 experiment with warmup = 1: the same bits as with 0, since schedule = \"constant\""});
}

TEST(IdleSettings, AreNoneOfDefaults) {
  for (const Task* task : papers_tasks().all())
    EXPECT_EQ(about(task->schema().task, {}), Lines{}) << task->schema().task;
}

TEST(IdleSettings, CountExperiments) {
  const Task& task = papers_tasks().find("plain");
  std::vector<Experiment> all(3,
                              {.task = &task, .config = default_config(task.schema()), .identity = "", .settings = {}});
  all[0].config.set("optimizer", "adamw"), all[2].config.set("optimizer", "adamw");
  const Lines lines = idle_settings({&all[0], &all[1], &all[2]});
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_TRUE(lines[0].starts_with("plain: 2 experiments with")) << lines[0];
}

}  // namespace
}  // namespace icsweep::idle_settings_test
