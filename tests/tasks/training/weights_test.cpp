// Weights that tasks declare, and weights that they put.
#include <gtest/gtest.h>

#include "models/transformer/transformer_shape.hpp"
#include "tasks/training/sequence_training.hpp"
#include "tasks/training/weights.hpp"
#include "tasks/papers_tasks.hpp"
#include "tests/tasks/recorder.hpp"

namespace icsweep {
namespace {

using test::Recorder;

const Values tiny{{"dim", std::int64_t{2}},        {"length", std::int64_t{5}},
                  {"sequences", std::int64_t{16}}, {"test_sequences", std::int64_t{9}},
                  {"epochs", std::int64_t{3}},     {"batch", std::int64_t{8}}};

std::vector<float> single(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

/// The values of the weight array of that name.
std::vector<float> part(const std::string& task, const Config& config, const Recorder& r, const std::string& name) {
  std::int64_t begin = 0;
  for (const auto& a : papers_tasks().find(task).weights(config)) {
    if (a.name == name) return {r.weights().begin() + begin, r.weights().begin() + begin + a.count()};
    begin += a.count();
  }
  return {};
}

TEST(Weights, BiasesAndNormsAreVectorsAllElseIsMatrices) {
  const std::vector<WeightArray> arrays = weight_arrays({{"a.weight", 0, 2, 1},
                                                         {"a.bias", 2, 2, 1},
                                                         {"norm.weight", 4, 2, 1},
                                                         {"mlp.norm.bias", 6, 2, 1},
                                                         {"P", 8, 2, 3}});
  ASSERT_EQ(arrays.size(), 5u);
  EXPECT_EQ(arrays[0].shape, (std::vector<std::int64_t>{2, 1}));
  for (int i : {1, 2, 3}) EXPECT_EQ(arrays[i].shape, std::vector<std::int64_t>{2}) << arrays[i].name;
  EXPECT_EQ(arrays[4].shape, (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(weight_count(arrays), 14);
}

TEST(Weights, TheTestErrorIsThatOfTheWeights) {
  const Config config = test::configured("augmented", tiny);
  const Recorder r = test::run("augmented", config);
  TransformerShape shape{5, 6, 4, 1, 2};
  const SequenceTraining training(config, shape);
  Trainer<float> trainer(shape, training.optimiser, std::vector<double>(r.weights().begin(), r.weights().end()));
  const auto mse = trainer.position_mse(single(training.draw(9, Purpose::test_data).values), 9);
  for (int t = 0; t < 5; ++t) EXPECT_NEAR(mse[t], r.results().at("position_mse")[t], 1e-6 * mse[t]) << t;
}

TEST(Weights, MatricesThatAreResultsAreTheSameInTheWeights) {
  Values ablation = tiny, diagonal{{"dim", std::int64_t{2}},
                                   {"length", std::int64_t{4}},
                                   {"heads", std::int64_t{3}},
                                   {"steps", std::int64_t{5}}};
  ablation["mlp"] = std::int64_t{3};
  for (const auto& [task, values] : {std::pair<std::string, Values>{"ablation", ablation}, {"diagonal", diagonal}}) {
    const Config config = test::configured(task, values);
    const Recorder r = test::run(task, config);
    for (const std::string name : {"A", "B", "P"}) {
      std::vector<float> kept = part(task, config, r, name);
      for (int h = 0; h < config.integer("heads"); ++h) {
        const auto head = part(task, config, r, "heads." + std::to_string(h) + "." + name);
        kept.insert(kept.end(), head.begin(), head.end());
      }
      EXPECT_EQ(kept, single(r.results().at(name))) << task << " " << name;
    }
  }
}

TEST(Weights, PositionalWeightsHoldTheEntriesThatTheResultLeavesOut) {
  const int T = 5;
  const Config config = test::configured(
      "positional", {{"length", std::int64_t{T}}, {"sequences", std::int64_t{20}}, {"steps", std::int64_t{4}}});
  const Recorder r = test::run("positional", config);
  std::vector<double> P = r.results().at("P");
  for (int row = 0; row < T - 1; ++row) P[row * T + row + 1] = r.results().at("last_weight")[row];
  EXPECT_EQ(part("positional", config, r, "P"), single(P));
}

}  // namespace
}  // namespace icsweep
