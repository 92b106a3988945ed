#include "tasks/training/zero_predictor.hpp"

#include <limits>

#include "io/schema/schema.hpp"
#include "tests/tasks/recorder.hpp"

namespace icsweep {
namespace {

using test::configured;
using test::Recorder;
using namespace std::string_literals;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Recorder beside(double zero, double final_loss, const LossAtSteps& curve) {
  Recorder r;
  put_beside_zero(zero, final_loss, curve, r);
  return r;
}

TEST(ZeroPredictor, HalfIsTheFirstCheckpointBelowIt) {
  const Recorder r = beside(2, 0.5, {{10, 20, 30, 40}, {1.5, 0.9, 1.2, 0.5}});
  EXPECT_EQ(r.scalar("zero_ratio"), 0.25);
  EXPECT_EQ(r.scalar("steps_to_half"), 20);
}

TEST(ZeroPredictor, ARunThatNeverGetsThereHasNoStep) {
  EXPECT_TRUE(std::isnan(beside(2, 1.9, {{10, 20, 30}, {1.9, 1, nan}}).scalar("steps_to_half")));
  EXPECT_TRUE(std::isnan(beside(2, 1.9, {{}, {}}).scalar("steps_to_half")));
}

TEST(ZeroPredictor, ScoresTheMeanSquareOfWhatIsToBePredicted) {
  const Sequences s{2, 3, 2, {9, 9, 1, 2, 3, 4, 9, 9, 0, 0, 1, 1}};
  EXPECT_DOUBLE_EQ(zero_mse(s, 1), (1 + 4 + 9 + 16 + 0 + 0 + 1 + 1) / 8.0);
  EXPECT_DOUBLE_EQ(zero_mse(s, 2), (9 + 16 + 1 + 1) / 4.0);
}

/// A few small sequences and prompts, for every task that trains.
std::vector<std::pair<std::string, Values>> trained() {
  const Values sequences{{"dim", std::int64_t{3}},         {"length", std::int64_t{8}},
                         {"sequences", std::int64_t{128}}, {"test_sequences", std::int64_t{64}},
                         {"epochs", std::int64_t{4}},      {"batch", std::int64_t{32}}};
  Values ablation = sequences, descent = sequences;
  ablation["dim"] = std::int64_t{1};
  descent.erase("test_sequences");
  return {{"augmented", sequences},
          {"plain", sequences},
          {"diagonal", {{"steps", std::int64_t{50}}}},
          {"positional", {{"steps", std::int64_t{50}}}},
          {"ablation", ablation},
          {"descent_transformer", descent},
          {"regression",
           {{"dim", std::int64_t{2}},
            {"examples", std::int64_t{4}},
            {"width", std::int64_t{8}},
            {"heads", std::int64_t{1}},
            {"depth", std::int64_t{1}},
            {"steps", std::int64_t{20}},
            {"checkpoints", std::int64_t{4}},
            {"prompts", std::int64_t{50}}}}};
}

/// Untrained weights that start small predict nearly zero.
TEST(ZeroPredictor, EveryTrainedTaskSaysHowItsLossCompares) {
  for (const auto& [task, values] : trained()) {
    const Recorder r = test::run(task, configured(task, values));
    ASSERT_TRUE(r.results().contains("zero_ratio")) << task;
    EXPECT_GT(r.scalar("zero_ratio"), 0) << task;
    EXPECT_LT(r.scalar("zero_ratio"), 1e3) << task;
  }
  const Recorder still = test::run("diagonal", configured("diagonal", {{"learning_rate", 0.0}, {"init_scale", 1e-3}}));
  EXPECT_NEAR(still.scalar("zero_ratio"), 1, 1e-6);
  EXPECT_GT(still.scalar("zero_ratio"), largest_learnt_ratio);
  EXPECT_TRUE(std::isnan(still.scalar("steps_to_half")));
}

/// A unit s_1 whose norm contexts keep: predicting zero scores 1/d at every position.
TEST(ZeroPredictor, TheRatioOfSequencesIsTimesTheirDimension) {
  for (const auto& [task, values] : trained()) {
    if (task != "augmented" && task != "plain" && task != "ablation") continue;
    const Recorder r = test::run(task, configured(task, values));
    const double dim = task == "ablation" ? 2 : 3;
    EXPECT_NEAR(r.scalar("zero_ratio"), dim * r.scalar("test_mse"), 1e-12) << task;
  }
}

TEST(ZeroPredictor, StepsToHalfAreOptimiserSteps) {
  const Recorder r = test::run("augmented", configured("augmented", {{"dim", std::int64_t{2}},
                                                                     {"length", std::int64_t{20}},
                                                                     {"sequences", std::int64_t{256}},
                                                                     {"test_sequences", std::int64_t{64}},
                                                                     {"epochs", std::int64_t{40}},
                                                                     {"batch", std::int64_t{64}}}));
  const double steps = r.scalar("steps_to_half");
  ASSERT_FALSE(std::isnan(steps));
  EXPECT_EQ(std::fmod(steps, 4), 0);
  const auto &epochs = r.results().at("epoch"), &losses = r.results().at("loss");
  for (std::size_t i = 0; i < epochs.size() && epochs[i] <= steps / 4; ++i)
    EXPECT_EQ(losses[i] < 0.25, epochs[i] == steps / 4) << i;
}

}  // namespace
}  // namespace icsweep
