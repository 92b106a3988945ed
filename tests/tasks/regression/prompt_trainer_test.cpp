#include "tasks/regression/prompt_trainer.hpp"

#include <gtest/gtest.h>

#include "tasks/regression/decoder_weights.hpp"
#include "tasks/training/gradient_check.hpp"
#include "tests/models/compare.hpp"
#include "tests/tasks/on_lanes.hpp"

namespace icsweep {
namespace {

using test::trainer_on;

PromptTraining training(Tokenization tokenization, int patch = 1) {
  PromptTraining t{{FunctionClass::linear, 2, 12, .1}, {tokenization, 2, 12, patch}, {}, {}, 5, 3};
  t.shape = {.tokens = t.layout.tokens(), .inputs = t.layout.features(), .width = 4, .heads = 2, .depth = 1};
  if (tokenization == Tokenization::shifted) t.shape.shift = Shift::own;
  t.steps = 100;
  return t;
}

const std::vector<PromptTraining> trainings{training(Tokenization::interleaved), training(Tokenization::aligned),
                                            training(Tokenization::aligned, 3),  training(Tokenization::lagged),
                                            training(Tokenization::lagged, 4),   training(Tokenization::shifted),
                                            training(Tokenization::shifted, 4),  training(Tokenization::shifted, 12)};

std::vector<double> weights(const PromptTraining& t) {
  std::vector<double> theta = initial_parameters(t.shape, 1);
  RandomStream random(1, Purpose::check, 0);
  for (double& value : theta) value += .3 * random.normal();  // GPT-2's are so small that products of them vanish
  return theta;
}

TEST(PromptTrainer, GradientIsThatOfTheLoss) {
  for (const PromptTraining& t : trainings) {
    std::vector<double> theta = weights(t);
    auto trainer = trainer_on<double, 1>(t, theta);
    trainer.gradient();
    const std::vector<double> gradient(trainer.gradient_values().begin(), trainer.gradient_values().end());
    GradientCheck check(1e-5);
    check.add(theta, gradient, [&] { return trainer_on<double, 1>(t, theta).gradient(); });
    EXPECT_LT(check.relative_error(), 1e-7) << int(t.layout.tokenization) << " " << t.layout.patch;
  }
}

template <int lanes>
void expect_gradient_of_one_lane(const PromptTraining& t) {
  auto one = trainer_on<double, 1>(t, weights(t));
  auto several = trainer_on<float, lanes>(t, weights(t));
  const double loss = one.gradient();
  EXPECT_NEAR(several.gradient(), loss, 1e-6 * loss);
  EXPECT_LT(test::relative_distance(several.gradient_values(), one.gradient_values()), 1e-5);
}

/// A batch of 5 is a block of 8 or 16 lanes of which 3 or 11 are masked, or 5 blocks of one lane each.
TEST(PromptTrainer, LossAndGradientDoNotDependOnLanes) {
  for (const PromptTraining& t : trainings) {
    expect_gradient_of_one_lane<8>(t);
    expect_gradient_of_one_lane<16>(t);
  }
}

Prompts test_prompts(const PromptTraining& t, int count) {
  return draw_prompts(t.prompts, count, t.seed, Purpose::training_data);
}

/// The first step's prompts are those of stream indices 0 … batch − 1.
TEST(PromptTrainer, LossIsTheMeanErrorOfThePromptsAtThePointsThatTokensPredict) {
  for (const PromptTraining& t : trainings) {
    auto trainer = trainer_on<double, 1>(t, weights(t));
    const SquaredErrors errors = trainer.errors(test_prompts(t, t.batch), 0, {});
    double sum = 0;
    int count = 0;
    for (int token = 0; token < t.layout.tokens(); ++token)
      if (const int point = t.layout.point_of(token); point >= 0) sum += errors.col(point).mean(), ++count;
    EXPECT_NEAR(trainer.gradient(), sum / count, 1e-12) << int(t.layout.tokenization) << " " << t.layout.patch;
  }
}

TEST(PromptTrainer, ErrorsOfAPromptDoNotDependOnTheOthers) {
  for (const PromptTraining& t : trainings) {
    auto trainer = trainer_on<float, 8>(t, weights(t));
    const SquaredErrors all = trainer.errors(test_prompts(t, 19), 0, {}),
                        few = trainer.errors(test_prompts(t, 3), 0, {});
    for (int i = 0; i < 3; ++i)
      for (int point = 0; point <= t.prompts.examples; ++point)
        EXPECT_TRUE(all(i, point) == few(i, point) || (std::isnan(all(i, point)) && std::isnan(few(i, point))));
  }
}

TEST(PromptTrainer, ErrorsAreOfThePointsThatCanBePredicted) {
  for (const PromptTraining& t : trainings) {
    const bool aligned = t.layout.tokenization == Tokenization::aligned;
    for (const int first : {0, 5}) {
      const SquaredErrors errors = trainer_on<float, 8>(t, weights(t)).errors(test_prompts(t, 2), first, {});
      for (int point = 0; point <= t.prompts.examples; ++point) {
        bool predicted = aligned && point % t.layout.patch == 0;
        for (int token = 0; !aligned && token < t.layout.tokens(); ++token)
          predicted = predicted || t.layout.point_of(token) == point;
        EXPECT_EQ(t.layout.predicts(point), predicted) << point;
        EXPECT_EQ(std::isnan(errors(0, point)), !predicted || point < first) << point;
      }
    }
  }
}

/// The predictions for a prompt's first examples cannot depend on the later ones.
TEST(PromptTrainer, ErrorsAreThoseOfThePromptCutBehindThePoint) {
  for (const Tokenization tokenization :
       {Tokenization::interleaved, Tokenization::aligned, Tokenization::lagged, Tokenization::shifted}) {
    const PromptTraining t = training(tokenization);
    Prompts prompts = test_prompts(t, 1), changed = prompts;
    auto trainer = trainer_on<double, 1>(t, weights(t));
    const SquaredErrors errors = trainer.errors(prompts, 0, {});
    const int point = 6;
    for (int later = point + 1; later < prompts.points; ++later) changed.y[later] = 7, changed.x[2 * later] = -5;
    const SquaredErrors others = trainer.errors(changed, 0, {});
    for (int i = 0; i <= point; ++i) EXPECT_EQ(errors(0, i), others(0, i)) << i;
    EXPECT_NE(errors(0, point + 1), others(0, point + 1));
  }
}

TEST(PromptTrainer, CurriculumGrowsFromFiveDimensionsAndElevenPoints) {
  PromptTraining t{{FunctionClass::linear, 10, 40}, {Tokenization::lagged, 10, 40}, {}, {}, 1, 0};
  EXPECT_EQ(t.active_dim(0), 10);
  EXPECT_EQ(t.active_points(0), 41);
  t.stage = 2000;
  const std::vector<std::array<int, 3>> expected{{0, 5, 11},      {1999, 5, 11},   {2000, 6, 13},  {9999, 9, 19},
                                                 {10000, 10, 21}, {29999, 10, 39}, {30000, 10, 41}};
  for (const auto& [step, dim, points] : expected) {
    EXPECT_EQ(t.active_dim(step), dim) << step;
    EXPECT_EQ(t.active_points(step), points) << step;
  }
  t.stage = 1;
  EXPECT_EQ(t.active_dim(500), 10);
  EXPECT_EQ(t.active_points(500), 41);
}

/// The loss in a stage of the curriculum is that of prompts with its dimensions and points.
TEST(PromptTrainer, CurriculumTrainsOnTheFirstDimensionsAndPoints) {
  for (const Tokenization tokenization :
       {Tokenization::interleaved, Tokenization::aligned, Tokenization::lagged, Tokenization::shifted}) {
    PromptTraining t{{FunctionClass::linear, 7, 14}, {tokenization, 7, 14}, {}, {.learning_rate = 0}, 4, 3};
    t.shape = {.tokens = t.layout.tokens(), .inputs = t.layout.features(), .width = 4, .heads = 2, .depth = 1};
    t.stage = 2;
    auto trainer = trainer_on<double, 1>(t, weights(t));
    for (int step = 0; step < 6; ++step) {
      PromptSettings stage = t.prompts;
      stage.active_dim = 5 + step / 2;
      const int points = std::min(15, 11 + 2 * (step / 2));
      Prompts prompts = draw_prompts(stage, 24, t.seed, Purpose::training_data);
      const SquaredErrors errors = trainer.errors(prompts, 0, {}).middleRows(4 * step, 4);
      const double expected =
          tokenization == Tokenization::aligned ? errors.col(points - 1).mean() : errors.leftCols(points).mean();
      EXPECT_NEAR(trainer.step(), expected, 1e-12) << step;
    }
  }
}

}  // namespace
}  // namespace icsweep
