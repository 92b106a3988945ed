// The optimiser of every task that trains, against PyTorch's, from tests/reference/make_pytorch_optimisers.py.
#include "tasks/training/optimiser.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

namespace icsweep {
namespace {

using nlohmann::json;

const json& reference() {
  static const json all = json::parse(std::ifstream(REFERENCE_DIR "/pytorch_optimisers.json"));
  return all;
}

Schema schema_of_optimisers() {
  Schema schema{"toy", 1, optimiser_parameters(), {}};
  schema.parameters.push_back(real("learning_rate", 1e-3));
  return schema;
}

Config config_of(const json& settings) {
  const Schema schema = schema_of_optimisers();
  Config config = default_config(schema);
  for (const auto& [name, value] : settings.items()) {
    const Parameter& p = *schema.find(name);
    config.set(name, value.is_string()         ? Value(value.get<std::string>())
                     : value.is_number_float() ? checked(p, Value(value.get<double>()))
                                               : checked(p, Value(value.get<std::int64_t>())));
  }
  return config;
}

/// An optimiser with the settings of a run of the reference, after it has made `steps` steps.
template <class Real>
Optimiser<Real> after(const json& run, std::size_t steps) {
  const std::int64_t all = std::int64_t(reference()["gradients"].size());
  const OptimiserSettings settings = optimiser_settings(config_of(run["settings"]), all);
  const std::vector<double> initial = reference()["initial"];
  Optimiser<Real> optimiser(
      settings, scaled_initial(initial, {{"map.weight", 0, int(initial.size()), 1}}, settings.initial_scale));
  for (std::size_t step = 0; step < steps; ++step) {
    const std::vector<Real> gradient = reference()["gradients"][step];
    for (std::size_t i = 0; i < gradient.size(); ++i) optimiser.gradient()[i] = gradient[i] / 64;
    optimiser.step();
  }
  return optimiser;
}

template <class Real>
void expect_path(const json& run, const char* precision) {
  for (std::size_t kept = 0; kept < run[precision].size(); ++kept) {
    const std::vector<double> expected = run[precision][kept];
    const Optimiser<Real> optimiser = after<Real>(run, 50 * (kept + 1));
    for (std::size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(optimiser.tested()[i], expected[i], 1e-6)
          << run["settings"] << " " << precision << " step " << 50 * (kept + 1);
  }
}

TEST(Optimiser, MatchesPyTorchForEveryRuleAndSchedule) {
  ASSERT_EQ(reference()["runs"].size(), 17u);
  for (const auto& run : reference()["runs"]) {
    expect_path<double>(run, "double");
    expect_path<float>(run, "single");
  }
}

/// Each part of the settings changes more than 1e-6.
TEST(Optimiser, EveryPartOfTheSettingsIsSeenByThatComparison) {
  json run = reference()["runs"][14];  // sgd with everything
  const std::vector<double> expected = run["double"].back();
  for (const char* part : {"momentum", "weight_decay", "warmup", "final_rate", "clip", "ema", "initial_scale"}) {
    json without = run;
    without["settings"].erase(part);
    double difference = 0;
    const Optimiser<double> optimiser = after<double>(without, 200);
    for (std::size_t i = 0; i < expected.size(); ++i)
      difference = std::max(difference, std::abs(optimiser.tested()[i] - expected[i]));
    EXPECT_GT(difference, 1e-4) << part;
  }
}

TEST(Optimiser, GoesOnFromItsStateWithTheSameBits) {
  for (const auto& run : reference()["runs"]) {
    Optimiser<float> whole = after<float>(run, 120), stopped = after<float>(run, 70), resumed = after<float>(run, 0);
    std::string saved;
    Archive into(&saved);
    into(stopped);
    Archive from{std::string_view(saved)};
    from(resumed);
    for (std::size_t step = 70; step < 120; ++step) {
      const std::vector<float> gradient = reference()["gradients"][step];
      for (std::size_t i = 0; i < gradient.size(); ++i) resumed.gradient()[i] = gradient[i] / 64;
      resumed.step();
    }
    for (std::size_t i = 0; i < whole.tested().size(); ++i) EXPECT_EQ(resumed.tested()[i], whole.tested()[i]);
  }
}

TEST(Optimiser, ReturnsTheNormBeforeItClips) {
  OptimiserSettings settings;
  settings.clip = 1;
  Optimiser<double> optimiser(settings, std::vector<double>(2));
  optimiser.gradient()[0] = 3, optimiser.gradient()[1] = 4;
  EXPECT_DOUBLE_EQ(optimiser.step(), 5);
  EXPECT_NEAR(optimiser.gradient()[0], .6, 1e-6);
}

}  // namespace
}  // namespace icsweep
