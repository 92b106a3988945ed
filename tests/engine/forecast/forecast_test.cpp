#include "engine/forecast/forecast.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <thread>

#include "support/sanitizers.hpp"

namespace icsweep::forecast_test {
namespace {

using Clock = std::chrono::steady_clock;

void sleep(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

/// A task of `steps` steps whose length depends on `kind`: none (ends at once), 5 ms, 50 ms, 200 ms, or a loop that
/// only polls.
class SleepyTask : public Task {
 public:
  const Schema& schema() const override {
    static const Schema schema{
        "sleepy",
        1,
        {text("kind", "instant"), integer("steps", 100).between(1, 1e9), integer("sequences", 100'000).between(1, 1e9)},
        {{"P", "", {{"row", [](const Config& c) { return c.integer("steps"); }}, {"column", [](const Config&) {
                                                                                    return std::int64_t{2};
                                                                                  }}}}}};
    return schema;
  }
  Cost cost(const Config& c) const override { return {1e6 * double(c.integer("steps")), 1, 1e6}; }
  std::string flop_formula() const override { return ""; }
  void run(const Config& c, Context& context) const override {
    runs.insert(c.text("kind"));
    steps.insert(c.integer("steps"));
    if (c.text("kind") == "breathing")
      for (;;) sleep(1e-3), ++polls, context.poll();
    const double length = c.text("kind") == "brisk" ? 5e-3 : c.text("kind") == "slow" ? 50e-3 : 200e-3;
    if (c.text("kind").starts_with("instant")) return;
    for (long step = 0; step <= c.integer("steps"); ++step) {
      context.tick({step, long(c.integer("steps")), 0, 0});
      const auto begin = Clock::now();
      sleep(length);
      slept += std::chrono::duration<double>(Clock::now() - begin).count();
      ++sleeps;
    }
  }
  /// On a busy machine a step takes longer than requested.
  double seconds_a_step() const { return slept / double(sleeps); }

  mutable std::set<std::string> runs;
  mutable std::set<std::int64_t> steps;
  mutable double slept = 0;
  mutable long sleeps = 0, polls = 0;
};

/// A task whose time the user states.
class KnownTask : public SleepyTask {
 public:
  Cost cost(const Config&) const override { return {.training_flop = 7e9, .sequences = 1, .bytes = 1, .seconds = 7}; }
};

TEST(MeasureRun, WhatTheUserKnowsIsNotRun) {
  const KnownTask task;
  const auto run = measure_run(task, default_config(task.schema()), {});
  ASSERT_TRUE(run);
  EXPECT_EQ(run->seconds, 7);
  EXPECT_TRUE(task.runs.empty());
}

class ForecastTest : public ::testing::Test {
 protected:
  void add(const std::string& kind, std::int64_t steps) {
    Config config;
    config.set("kind", kind);
    config.set("steps", steps);
    config.set("sequences", std::int64_t{100'000});
    experiments_.push_back({&task_, config, kind + std::to_string(steps), {}});
  }
  /// Returns the forecast of the only task; predicted_ keeps that of each experiment.
  TaskForecast result() {
    Forecast all = forecast(experiments_, {0.1, 0.4, 8});
    predicted_ = std::move(all.experiments);
    const auto shorter = [](const Prediction& a, const Prediction& b) { return a.seconds < b.seconds; };
    longest_ = std::max_element(predicted_.begin(), predicted_.end(), shorter) - predicted_.begin();
    return all.tasks.at("sleepy");
  }
  double longest_seconds() const { return predicted_[std::size_t(longest_)].seconds; }
  const Experiment& longest() const { return experiments_[std::size_t(longest_)]; }

  SleepyTask task_;
  std::vector<Experiment> experiments_;
  std::vector<Prediction> predicted_;
  std::ptrdiff_t longest_ = 0;
};

TEST_F(ForecastTest, OfATaskThatEndsAtOnceIsItsWholeRun) {
  for (int i = 0; i < 10; ++i) add("instant", 100);
  const TaskForecast f = result();
  EXPECT_EQ(f.experiments, 10u);
  EXPECT_TRUE(f.measured);
  EXPECT_GT(f.core_seconds, 0);
  EXPECT_NEAR(f.core_seconds, 10 * longest_seconds(), 1e-9);
  EXPECT_DOUBLE_EQ(f.store_bytes, 10 * (600 + 8 * 100 * 2));
}

TEST_F(ForecastTest, OfALongTaskIsExtrapolatedFromTheStepsOfItsCostliestExperiment) {
  add("brisk", 10);
  add("brisk", 1000);
  const TaskForecast f = result();
  EXPECT_LT(task_.sleeps, 200) << "within one of five seconds";
  EXPECT_EQ(task_.steps, (std::set<std::int64_t>{1000}));
  EXPECT_GE(longest_seconds(), 5);  // a sleep may take longer than requested, never shorter
  EXPECT_NEAR(longest_seconds() / (1000 * task_.seconds_a_step()), 1, 0.9);
  EXPECT_NEAR(f.core_seconds, longest_seconds() * 1.01, 1e-9);
  EXPECT_EQ(longest().config.integer("steps"), 1000);
  for (const Prediction& p : predicted_)
    EXPECT_NEAR(p.step, p.seconds / 1000, 1e-9) << "the same number of steps as the costliest";
}

TEST_F(ForecastTest, EndsWithTheStepThatPassesTheLimit) {
  add("long steps", 1000);
  const TaskForecast f = result();
  EXPECT_LT(task_.sleeps, 10) << "within two of 200 seconds";
  EXPECT_TRUE(f.measured);
  EXPECT_GE(longest_seconds(), 200);
  EXPECT_NEAR(longest_seconds() / (1000 * task_.seconds_a_step()), 1, 0.9);
}

TEST_F(ForecastTest, IsAssumedWhereNoStepEndsInTime) {
  add("breathing", 1'000'000);
  const TaskForecast f = result();
  EXPECT_LT(task_.polls, 2000) << "within two seconds";
  EXPECT_FALSE(f.measured);
  EXPECT_GT(longest_seconds(), 0);
  EXPECT_LT(longest_seconds(), 1e12 / (under_address_sanitizer ? 1e6 : 1e7));  // at least 10 MFLOP/s
}

TEST_F(ForecastTest, KnowsTheSpeedOfEachKind) {
  add("brisk", 100);
  add("slow", 100);
  const TaskForecast f = result();
  EXPECT_EQ(f.kinds, 2u);
  EXPECT_EQ(longest().config.text("kind"), "slow");
  EXPECT_GE(longest_seconds(), 5);
  EXPECT_GE(f.core_seconds, 5.5);
  EXPECT_LT(f.core_seconds - longest_seconds(), longest_seconds() / 2);
}

TEST_F(ForecastTest, MeasuresABoundedNumberOfKinds) {
  for (int i = 0; i < 20; ++i) add("instant" + std::to_string(i), 100 + i);
  const TaskForecast f = result();
  EXPECT_EQ(f.kinds, 20u);
  EXPECT_EQ(task_.runs.size(), 8u);
  EXPECT_EQ(task_.steps, (std::set<std::int64_t>{112, 113, 114, 115, 116, 117, 118, 119}));  // the kinds with most work
  EXPECT_GT(f.core_seconds, 0);
}

}  // namespace
}  // namespace icsweep::forecast_test
