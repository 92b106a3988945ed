// Training against PyTorch, from tests/reference/make_pytorch.py: predictions, loss, gradient and Adam of the whole
// path from sequences to parameters. The reference shares no code with it.
#include "tests/models/compare.hpp"

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <vector>

#include "tests/tasks/on_lanes.hpp"

namespace icsweep::test {
namespace {

using nlohmann::json;

TransformerShape shape_of(const json& model) {
  const std::map<std::string, Attention> attention{
      {"linear", Attention::linear}, {"softmax", Attention::softmax}, {"positional", Attention::positional}};
  const int dim = model["dim"];
  TransformerShape s{model["tokens"], model["width"], model.value("features", 2 * dim), model["depth"], dim};
  s.copies = model.value("copies", 1);
  s.heads = model.value("heads", 1);
  s.attention = attention.at(model.value("attention", "linear"));
  s.projections = model.value("separate", false) ? Projections::separate : Projections::shared;
  if (model.contains("residual")) s.residual = model["residual"] ? Residual::post_norm : Residual::none;
  s.hidden = model.value("hidden", 0);
  return s;
}

/// A bias of the keys adds the same number to all scores of a query, so softmax does not depend on it. Its computed
/// gradient is rounding error around zero, and Adam's step may be any fraction of the learning rate.
bool is_without_effect(const TransformerShape& s, const std::string& name) {
  return name.ends_with("positions.key.bias") || (s.attention == Attention::softmax && name.ends_with("key.bias"));
}

/// One of the reference's models and a trainer with its start.
template <class Kind>
struct TrainingRun {
  using Real = typename Kind::Real;
  static constexpr double tolerance = std::is_same_v<Real, float> ? 1e-5 : 1e-10;

  explicit TrainingRun(const json& model)
      : reference(model),
        shape(shape_of(model)),
        sequences(model["values"].get<std::vector<Real>>()),
        batch(model["sequences"].get<int>()),
        trainer(trainer_on<Real, Kind::N>(shape, {.learning_rate = model["learning_rate"]}, parameters("initial"))) {
    std::iota(batch.begin(), batch.end(), 0);
  }

  /// The named values of one entry of the reference as one block.
  std::vector<double> parameters(const char* entry) const {
    std::vector<double> theta;
    for (const auto& view : parameter_views(shape)) {
      const std::vector<double> values = reference[entry].at(view.name);
      EXPECT_EQ(int(values.size()), view.count()) << view.name;
      theta.insert(theta.end(), values.begin(), values.end());
    }
    return theta;
  }

  /// Compares each named part that has an effect.
  void expect_parts(std::span<const Real> actual, const char* entry) const {
    EXPECT_EQ(reference[entry].size(), parameter_views(shape).size());
    const auto expected = parameters(entry);
    for (const auto& view : parameter_views(shape)) {
      const auto part = [&](auto values) { return values.subspan(view.offset, view.count()); };
      if (is_without_effect(shape, view.name)) continue;
      EXPECT_LT(relative_distance(part(actual), part(std::span(expected))), tolerance) << entry << " " << view.name;
    }
  }

  const json& reference;
  TransformerShape shape;
  std::vector<Real> sequences;
  std::vector<int> batch;
  Trainer<Real> trainer;
};

template <class Kind>
class PyTorch : public testing::Test {
 public:
  template <class Check>
  static void for_each_model(Check&& check) {
    const json reference = json::parse(std::ifstream(REFERENCE_DIR "/pytorch_step.json"));
    for (const char* model : {"training", "vaswani", "plain", "separate"}) {
      SCOPED_TRACE(model);
      TrainingRun<Kind> run(reference.at(model));
      check(run);
    }
  }
};
TYPED_TEST_SUITE(PyTorch, LaneKinds);

TYPED_TEST(PyTorch, LossAndGradientAgree) {
  this->for_each_model([](auto& run) {
    const double loss = run.trainer.gradient(run.sequences, run.batch), expected = run.reference["losses"][0];
    EXPECT_NEAR(loss, expected, run.tolerance * expected);
    run.expect_parts(run.trainer.gradient(), "gradient");
  });
}

TYPED_TEST(PyTorch, GradientOfWhatHasNoEffectIsZero) {
  int parts = 0;
  this->for_each_model([&](auto& run) {
    run.trainer.gradient(run.sequences, run.batch);
    const auto& gradient = run.trainer.gradient();
    const double scale = std::sqrt(dot(gradient, gradient));
    for (const auto& view : parameter_views(run.shape)) {
      if (!is_without_effect(run.shape, view.name)) continue;
      ++parts;
      for (int i = 0; i < view.count(); ++i)
        EXPECT_NEAR(gradient[view.offset + i], 0, run.tolerance * scale) << view.name;
    }
  });
  EXPECT_EQ(parts, 2 * 2 + 2);  // of two heads in two layers, and of the positions in two
}

TYPED_TEST(PyTorch, ThreeStepsOfTrainingAgree) {
  this->for_each_model([](auto& run) {
    for (const double expected : run.reference["losses"])
      EXPECT_NEAR(run.trainer.step(run.sequences, run.batch), expected, run.tolerance * expected);
    run.expect_parts(run.trainer.parameters(), "after_three_steps");
  });
}

}  // namespace
}  // namespace icsweep::test
