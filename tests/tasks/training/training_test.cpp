#include "tasks/training/training.hpp"

#include <gtest/gtest.h>

#include "tasks/training/weights.hpp"
#include "tests/tasks/on_lanes.hpp"

namespace icsweep {
namespace {

/// A model whose only prediction is θ itself: E = Σ (θ − target)², in closed form and without lanes.
class Constant final : public BatchGradient<double> {
 public:
  int set_threads(int) override { return 1; }
  void set_members(Members*) override {}
  void set_tokens(const TokenMap&) override {}
  std::span<const double> gradient(std::span<const double> theta, Examples<double>& batch, double factor,
                                   std::span<double> gradient) override {
    gradient[0] = 0;
    for (int i = 0; i < batch.count(); ++i) gradient[0] += 2 * factor * (theta[0] - *batch.read(i, 0, nullptr));
    return evaluate(theta, batch);
  }
  std::span<const double> evaluate(std::span<const double> theta, Examples<double>& batch) override {
    error_ = 0;
    for (int i = 0; i < batch.count(); ++i) error_ += std::pow(theta[0] - *batch.read(i, 0, nullptr), 2);
    return {&error_, 1};
  }
  void predict(std::span<const double> theta, Examples<double>& batch, std::span<double> predictions) override {
    std::fill_n(predictions.begin(), batch.count(), theta[0]);
  }

 private:
  double error_ = 0;
};

TokenMap one_target() {
  TokenMap map{.example = 1, .tokens = 1, .width = 1, .outputs = 1};
  map.predict(0, 0);
  return map;
}

TEST(Trainer, TakesAnyBackend) {
  const OptimiserSettings optimiser{.learning_rate = .1};
  Trainer<double> trainer(std::make_unique<Constant>(), one_target(), optimiser, {0});
  const std::vector<double> targets{1, 2, 6};
  const int batch[] = {0, 2};
  EXPECT_DOUBLE_EQ(trainer.gradient(targets, batch), (1 + 36) / 2.);
  EXPECT_DOUBLE_EQ(trainer.gradient()[0], -(1 + 6));
  trainer.step(targets, batch);
  EXPECT_NEAR(trainer.parameters()[0], .1, 1e-6) << "Adam's first step is the learning rate";
  for (int step = 0; step < 2000; ++step) trainer.step(targets, batch);
  EXPECT_NEAR(trainer.parameters()[0], 3.5, 1e-3);
  EXPECT_NEAR(trainer.position_mse(targets, 3)[0], (2.5 * 2.5 + 1.5 * 1.5 + 2.5 * 2.5) / 3, 1e-2);
}

TEST(Trainer, GradientDoesNotDependOnLanes) {
  const TransformerShape shape{5, 6, 4, 1, 2};
  const auto theta = initial_parameters(shape, 1);
  const Sequences data = draw_sequences({ContextKind::haar, 2}, 11, 6, 1, 1, Purpose::check);
  std::vector<int> all(11);
  std::iota(all.begin(), all.end(), 0);
  auto one = test::trainer_on<double, 1>(shape, {}, theta);
  auto eight = test::trainer_on<float, 8>(shape, {}, theta), sixteen = test::trainer_on<float, 16>(shape, {}, theta);
  const double loss = one.gradient(data.values, all);
  for (Trainer<float>* several : {&eight, &sixteen}) {
    EXPECT_NEAR(several->gradient({data.values.begin(), data.values.end()}, all), loss, 1e-6 * loss);
    EXPECT_LT(relative_error(several->gradient(), one.gradient()), 1e-5);
  }
}

}  // namespace
}  // namespace icsweep
