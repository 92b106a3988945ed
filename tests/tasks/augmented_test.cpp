#include <gtest/gtest.h>

#include <cmath>

#include "tasks/task.hpp"

namespace icsweep {
namespace {

/// Counts ticks and may stop the run.
class Recorder : public Context {
 public:
  double scalar(const std::string& name) const { return results().at(name).at(0); }
  int ticks = 0;
  Progress last{};

 protected:
  void on_tick(const Progress& progress) override {
    if (ticks == 0 || progress.step != last.step) ++ticks;  // the others are breaths
    last = progress;
  }
};

Config small(int depth) {
  const Schema& schema = find_task("augmented").schema();
  Config config;
  for (const auto& p : schema.parameters) config.set(p.name, p.standard);
  config.set("depth", std::int64_t{depth});
  config.set("dim", std::int64_t{3});
  config.set("length", std::int64_t{12});
  config.set("sequences", std::int64_t{200});
  config.set("test_sequences", std::int64_t{150});
  config.set("epochs", std::int64_t{30});
  config.set("batch", std::int64_t{64});
  return config;
}

Recorder run(const Config& config) {
  Recorder recorder;
  find_task("augmented").run(config, recorder);
  return recorder;
}

TEST(Augmented, GivesEveryDeclaredResultInItsDeclaredSize) {
  const Config config = small(2);
  const Recorder r = run(config);
  const Schema& schema = find_task("augmented").schema();
  EXPECT_EQ(r.results().size(), schema.outputs.size());
  for (const auto& output : schema.outputs) {
    std::size_t size = 1;
    for (const auto& d : output.dimensions) size *= std::size_t(d.size(config));
    ASSERT_TRUE(r.results().contains(output.name)) << output.name;
    EXPECT_EQ(r.results().at(output.name).size(), size) << output.name;
    for (const double v : r.results().at(output.name)) EXPECT_TRUE(std::isfinite(v)) << output.name;
  }
}

TEST(Augmented, TicksBeforeTheFirstAndAfterEveryStep) {
  const Recorder r = run(small(1));
  EXPECT_EQ(r.ticks, 1 + 30 * 4);  // 200 sequences in batches of 64: the last one is short
  EXPECT_EQ(r.last.step, r.last.steps);
  EXPECT_EQ(r.last.sequences, 200 * 30);
}

TEST(Augmented, LearnsAndStaysBetweenTheFloorAndTheStart) {
  Config config = small(1);
  config.set("sequences", std::int64_t{2048});
  config.set("epochs", std::int64_t{60});
  const Recorder r = run(config);
  EXPECT_GT(r.scalar("initial_loss"), 0.3);
  EXPECT_LT(r.scalar("test_mse"), r.scalar("gd_mse"));
  EXPECT_GT(r.scalar("test_mse"), r.scalar("floor_mse"));
  EXPECT_LT(r.results().at("loss").back(), 0.5 * r.results().at("loss").front());
}

TEST(Augmented, SameConfigurationGivesTheSameBits) {
  EXPECT_EQ(run(small(2)).results(), run(small(2)).results());
}

TEST(Augmented, SeedsChangeTheResultAndDepthsShareTheirTestSequences) {
  Config other = small(1);
  other.set("seed", std::int64_t{1});
  const Recorder one = run(small(1)), two = run(small(2)), seeded = run(other);
  EXPECT_NE(one.scalar("test_mse"), seeded.scalar("test_mse"));
  EXPECT_EQ(one.results().at("floor_position_mse"), two.results().at("floor_position_mse"));
  EXPECT_NE(one.scalar("floor_mse"), seeded.scalar("floor_mse"));
}

TEST(Augmented, StartOfOnesMultipliesErrorsByDim) {
  Config ones = small(1);
  ones.set("start", std::string("ones"));
  const Recorder unit = run(small(1)), scaled = run(ones);
  EXPECT_NEAR(scaled.scalar("gd_mse") / unit.scalar("gd_mse"), 3, 1e-4);  // the tuned steps differ in their last digits
  EXPECT_NEAR(scaled.scalar("floor_mse") / unit.scalar("floor_mse"), 3, 1e-9);
}

TEST(Augmented, AWildLearningRateDivergesAndSaysAtWhichStep) {
  Config wild = small(2);
  wild.set("learning_rate", 1e3);
  wild.set("epochs", std::int64_t{2000});
  try {
    const Recorder r = run(wild);
    EXPECT_TRUE(std::isfinite(r.scalar("test_mse")));  // layer norm may also save it: then the result must be a number
  } catch (const Diverged& e) {
    EXPECT_NE(std::string(e.what()).find("step"), std::string::npos);
  }
}

TEST(Augmented, CostCountsEverySequenceOfEveryEpoch) {
  const Cost one = find_task("augmented").cost(small(1)), two = find_task("augmented").cost(small(2));
  EXPECT_EQ(one.sequences, 200 * 30);
  EXPECT_GT(two.training_flop, 1.9 * one.training_flop);
}

TEST(Augmented, SinglePrecisionGradientFollowsTheDoubleOne) {
  for (const int depth : {1, 2, 3}) EXPECT_LT(find_task("augmented").gradient_error(small(depth)), 1e-5);
}

TEST(Augmented, SizesThatDoNotFitAreRefusedByName) {
  Config long_one = small(1), deep_one = small(1000);
  long_one.set("length", std::int64_t{1'000'000});
  long_one.set("dim", std::int64_t{100});
  deep_one.set("dim", std::int64_t{1000});
  EXPECT_THROW(find_task("augmented").validate(long_one), Error);
  EXPECT_THROW(find_task("augmented").validate(deep_one), Error);
  EXPECT_NO_THROW(find_task("augmented").validate(small(6)));
}

TEST(Augmented, SeedsBeyond32BitsDiffer) {
  Config near = small(1), far = small(1);
  near.set("epochs", std::int64_t{1});
  far.set("epochs", std::int64_t{1});
  far.set("seed", std::int64_t{1} << 32);
  EXPECT_NE(run(near).scalar("test_mse"), run(far).scalar("test_mse"));
}

TEST(Augmented, ABatchLargerThanTheTrainingSetIsRefused) {
  Config config = small(1);
  config.set("batch", std::int64_t{201});
  EXPECT_THROW(find_task("augmented").validate(config), Error);
}

TEST(Augmented, AVeryLongSequenceRuns) {
  Config config = small(1);
  config.set("dim", std::int64_t{1});
  config.set("length", std::int64_t{120'000});
  for (const char* name : {"sequences", "test_sequences", "epochs", "batch"}) config.set(name, std::int64_t{1});
  EXPECT_TRUE(std::isfinite(run(config).scalar("test_mse")));
}

TEST(Registry, NamesKnownTasksWhenOneDoesNotExist) {
  try {
    find_task("augmentd");
    FAIL();
  } catch (const Error& e) {
    EXPECT_NE(std::string(e.what()).find("augmented"), std::string::npos);
  }
}

}  // namespace
}  // namespace icsweep
