// The decoder's predictions and gradients against PyTorch, from tests/reference/make_pytorch_decoder.py, which shares
// no code with the engine.
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "tests/models/decoder_cases.hpp"

namespace icsweep::test {
namespace {

using nlohmann::json;

/// Sets parts of the model that are not its block's defaults.
void set_axes(DecoderShape& shape, const json& model) {
  const std::map<std::string, PositionKind> positions{{"learned", PositionKind::learned},
                                                      {"sinusoidal", PositionKind::sinusoidal},
                                                      {"rotary", PositionKind::rotary},
                                                      {"none", PositionKind::none}};
  const std::map<std::string, Activation> activation{{"gelu", Activation::gelu}, {"relu", Activation::relu}};
  const std::map<std::string, NormKind> norm{{"layer", NormKind::layer}, {"rms", NormKind::rms}};
  const std::map<std::string, ShiftLayers> layers{
      {"all", ShiftLayers::all}, {"first", ShiftLayers::first}, {"not_first", ShiftLayers::not_first}};
  if (model.contains("shift_layers")) shape.shift_layers = layers.at(model["shift_layers"]);
  if (model.contains("positions")) shape.positions = positions.at(model["positions"]);
  if (model.contains("activation")) shape.activation = activation.at(model["activation"]);
  if (model.contains("norm")) shape.norm = norm.at(model["norm"]);
}

DecoderShape shape_of(const json& model) {
  const std::map<std::string, Block> block{
      {"pre_norm", Block::pre_norm}, {"post_norm", Block::post_norm}, {"bare", Block::bare}};
  const std::map<std::string, Mixing> mixing{
      {"softmax", Mixing::softmax}, {"sum", Mixing::sum}, {"mean", Mixing::mean}};
  const std::map<std::string, Shift> shift{
      {"none", Shift::none}, {"own", Shift::own}, {"without_own", Shift::without_own}};
  DecoderShape shape{model["tokens"],         model["inputs"],  model["width"],           model["heads"],
                     model["depth"],          model["outputs"], block.at(model["block"]), mixing.at(model["mixing"]),
                     shift.at(model["shift"])};
  set_axes(shape, model);
  return shape;
}

/// One of the reference's models. Its sequences fill the number of blocks that they need. The remaining lanes hold
/// other numbers, and their predictions have no gradient.
template <class Kind>
struct ReferenceRun {
  using Real = typename Kind::Real;
  static constexpr int N = Kind::N;
  static constexpr double tolerance = std::is_same_v<Real, float> ? 1e-5 : 1e-10;

  explicit ReferenceRun(const json& model)
      : reference(model), shape(shape_of(model)), sequences(model["sequences"]), decoder(shape) {
    decoder.set_parameters(parts("parameters"));
    for (int first = 0; first < sequences; first += N) {
      DecoderBatch<Real, N> block(shape);
      std::fill(block.dpredictions.begin(), block.dpredictions.end(), Real(0));
      for (int n = 0; n < std::min(N, sequences - first); ++n) {
        put("x", first + n, n, block.tokens);
        put("weights", first + n, n, block.dpredictions);
      }
      blocks.push_back(block);
    }
  }

  /// Writes one sequence's part of an entry to lane n.
  void put(const char* entry, int sequence, int n, AlignedVector<Real>& lanes) const {
    const int count = int(lanes.size()) / N;
    for (int i = 0; i < count; ++i) lanes[i * N + n] = reference[entry][sequence * count + i];
  }
  /// Named values of an entry as one block.
  std::vector<Real> parts(const char* entry) const {
    std::vector<Real> all;
    EXPECT_EQ(reference[entry].size(), parameter_views(shape).size());
    for (const auto& view : parameter_views(shape)) {
      const std::vector<Real> values = reference[entry].at(view.name);
      EXPECT_EQ(int(values.size()), view.count()) << view.name;
      all.insert(all.end(), values.begin(), values.end());
    }
    return all;
  }

  const json& reference;
  DecoderShape shape;
  int sequences;
  Decoder<Real, N> decoder;
  std::vector<DecoderBatch<Real, N>> blocks;
};

template <class Kind>
class DecoderPyTorch : public testing::Test {
 public:
  template <class Check>
  static void for_each_model(Check&& check) {
    static const json reference = json::parse(std::ifstream(REFERENCE_DIR "/pytorch_decoder.json"));
    EXPECT_EQ(reference["models"].size(), 31u);
    for (const auto& [name, model] : reference["models"].items()) {
      SCOPED_TRACE(name);
      ReferenceRun<Kind> run(model);
      check(run);
    }
  }
};
TYPED_TEST_SUITE(DecoderPyTorch, LaneKinds);

TYPED_TEST(DecoderPyTorch, PredictionsAgree) {
  using Real = typename TypeParam::Real;
  constexpr int N = TypeParam::N;
  this->for_each_model([](auto& run) {
    const int count = run.shape.tokens * run.shape.outputs;
    const std::vector<double> expected = run.reference["predictions"];
    std::vector<Real> computed;
    for (int sequence = 0; sequence < run.sequences; ++sequence) {
      const auto block = predict<Real, N>(run.decoder, run.blocks[sequence / N].tokens);
      for (int i = 0; i < count; ++i) computed.push_back(block[i * N + sequence % N]);
    }
    ASSERT_EQ(computed.size(), expected.size());
    EXPECT_LT(relative_distance(computed, expected), run.tolerance);
  });
}

TYPED_TEST(DecoderPyTorch, GradientsAgree) {
  this->for_each_model([](auto& run) {
    const auto gradient = gradient_of(run.decoder, parameter_count(run.shape), run.blocks);
    const auto expected = run.parts("gradient");
    for (const auto& view : parameter_views(run.shape)) {
      const auto part = [&](const auto& all) { return std::span(all).subspan(view.offset, view.count()); };
      EXPECT_LT(relative_distance(part(gradient), part(expected)), run.tolerance) << view.name;
    }
  });
}

}  // namespace
}  // namespace icsweep::test
