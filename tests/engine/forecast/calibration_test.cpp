#include "engine/forecast/calibration.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "models/cpu/shared_time.hpp"

namespace icsweep {
namespace {

void sleep(double seconds) {
  std::this_thread::sleep_for(std::chrono::duration<double>(seconds));
}

class SleepingTask : public Task {
 public:
  Cost cost(const Config&) const override { return {1e6, 1, 1e6}; }
  std::string flop_formula() const override { return ""; }
};

/// Steps of 8 ms: 6 ms are in blocks, and 3 ms of these in halves.
class SharedTask : public SleepingTask {
 public:
  const Schema& schema() const override {
    static const Schema schema{"shared", 1, {integer("steps", 100).between(1, 1e9)}, {}};
    return schema;
  }
  void run(const Config& c, Context& context) const override {
    for (long step = 0; step < c.integer("steps"); ++step) {
      context.tick({step, long(c.integer("steps")), 0, 0});
      sleep(2e-3);
      if (!shared_time) throw std::logic_error("nobody asks");
      const auto begin = std::chrono::steady_clock::now();
      sleep(3e-3);
      share_both([] { sleep(2e-3); }, [] { sleep(1e-3); });
      shared_time->blocks += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
  }
};

TEST(MeasureRun, TellsWhatOfAStepThreadsCannotShare) {
  const SharedTask task;
  for (const std::int64_t steps : {5, 100}) {  // whole, and extrapolated
    Config config = default_config(task.schema());
    config.set("steps", steps);
    const auto run = measure_run(task, config, {.seconds = 0.2, .max_seconds = 2});
    ASSERT_TRUE(run && run->outside && run->whole);
    EXPECT_NEAR(*run->outside, 0.25, 0.2);
    EXPECT_NEAR(*run->whole, 0.5, 0.3);
  }
  EXPECT_EQ(shared_time, nullptr);
  EXPECT_EQ(partner, nullptr);
}

/// 10000 steps of 1 ms, and a test of 300 ms after every hundredth.
class TestedTask : public SleepingTask {
 public:
  const Schema& schema() const override {
    static const Schema schema{"tested", 1, {}, {}};
    return schema;
  }
  Cost cost(const Config&) const override {
    Cost cost{1e4, 1, 1e6};
    cost.tests = 100;
    cost.test_flop = 300;
    return cost;
  }
  void run(const Config&, Context& context) const override {
    for (long step = 0; step < 10000; ++step) {
      context.tick({step, 10000, 0, 0});
      sleep(1e-3);
      if ((step + 1) % 100 == 0) sleep(0.3);
    }
  }
};

TEST(MeasureRun, AddsTheTestsThatItDoesNotSee) {
  const TestedTask task;
  for (const double seconds : {0.05, 0.5}) {  // without a test, and with one
    const auto run = measure_run(task, default_config(task.schema()), {.seconds = seconds, .max_seconds = 3});
    ASSERT_TRUE(run);
    EXPECT_GE(run->seconds, 40);  // a sleep never ends early
  }
  EXPECT_EQ(predicted_cost(task, {}), 4e4);
}

/// Its first `growing` steps take 1 ms, the others 9 ms.
class GrowingTask : public SleepingTask {
 public:
  const Schema& schema() const override {
    static const Schema schema{
        "growing",
        1,
        {integer("steps", 1000).between(1, 1e9),
         integer("growing", 0).between(0, 1e9).says("short steps").steady_at(std::int64_t{0}),
         integer("sequences", 10000).between(1, 1e9).in_batches_of("batch"), integer("batch", 10).between(1, 1e9)},
        {}};
    return schema;
  }
  void run(const Config& c, Context& context) const override {
    for (long step = 0; step < c.integer("steps"); ++step) {
      context.tick({step, long(c.integer("steps")), 0, 0});
      sleep(step < c.integer("growing") ? 1e-3 : 9e-3);
    }
  }
};

TEST(ToMeasure, TakesFewerSequencesAndStepsOfOneLength) {
  const GrowingTask task;
  Config config = default_config(task.schema());
  config.set("growing", std::int64_t{500});
  const Config measured = to_measure(task.schema(), config);
  EXPECT_EQ(measured.integer("growing"), 0);
  EXPECT_EQ(measured.integer("sequences"), 4096);
  EXPECT_EQ(measured.integer("steps"), 1000);
  const auto run = measure_run(task, measured, {.seconds = 0.2, .max_seconds = 2});
  ASSERT_TRUE(run);
  EXPECT_GE(run->seconds, 9);  // as the first steps alone, it would be 1 s: a sleep never ends early
}

}  // namespace
}  // namespace icsweep
