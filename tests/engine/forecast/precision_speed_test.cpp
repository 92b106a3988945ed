#include "engine/forecast/precision_speed.hpp"

#include <gtest/gtest.h>

#include "models/layers/wide_kernels.hpp"
#include "tasks/papers_tasks.hpp"

namespace icsweep::precision_speed_test {
namespace {

/// A task that states its time: 3 s in float32, 5 s in bfloat16.
class SlowerTask : public Task {
 public:
  const Schema& schema() const override {
    static const Schema schema{"slower", 1, {choice("precision", "float32", {"float32", "bfloat16"})}, {}};
    return schema;
  }
  Precision precision(const Config& c) const override {
    return c.text("precision") == "bfloat16" ? Precision::bfloat16 : Precision::float32;
  }
  Cost cost(const Config& c) const override {
    return {.training_flop = 1, .sequences = 1, .bytes = 1, .seconds = precision(c) == Precision::float32 ? 3. : 5.};
  }
  std::string flop_formula() const override { return ""; }
  void run(const Config&, Context&) const override {}

  Config config(const std::string& precision) const {
    Config config = default_config(schema());
    config.set("precision", precision);
    return config;
  }
};

TEST(PrecisionSpeed, IsThatOfTheSameExperimentOverFloat32) {
  const SlowerTask task;
  EXPECT_FALSE(speed_over_float32(task, task.config("float32")));
  const auto speed = speed_over_float32(task, task.config("bfloat16"));
  if (!processor_has(Precision::bfloat16)) {
    EXPECT_FALSE(speed);
  } else {
    ASSERT_TRUE(speed);
    EXPECT_DOUBLE_EQ(*speed, .6);
  }
}

TEST(PrecisionSpeed, IsStatedIfItIsSlower) {
  EXPECT_NE(slower_text("bfloat16", .59).find("precision = \"bfloat16\" is slower than \"float32\" on "),
            std::string::npos);
  EXPECT_TRUE(slower_text("bfloat16", .59).ends_with(": 0.59 times its speed")) << slower_text("bfloat16", .59);
  EXPECT_EQ(slower_text("bfloat16", .98), "");
  EXPECT_EQ(slower_text("bfloat16", 1.7), "");
}

TEST(PrecisionSpeed, FindsTheTwinOfATasksExperiment) {
  const Task& task = papers_tasks().find("regression");
  Config config = default_config(task.schema());
  EXPECT_FALSE(in_float32(task, config));
  config.set("precision", "bfloat16_amx");
  ASSERT_TRUE(in_float32(task, config));
  EXPECT_EQ(in_float32(task, config)->text("precision"), "float32");
}

}  // namespace
}  // namespace icsweep::precision_speed_test
