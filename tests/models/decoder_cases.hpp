// Tools of the decoder's tests: shapes of every kind, random parameters, and blocks of sequences in lanes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "models/decoder/decoder.hpp"
#include "tests/models/compare.hpp"

namespace icsweep::test {

/// Both blocks that have layers, with every kind of positions, activation and norm.
inline std::vector<DecoderShape> every_axis(int tokens, int depth) {
  std::vector<DecoderShape> shapes;
  for (const Block block : {Block::pre_norm, Block::post_norm})
    for (const auto positions :
         {PositionKind::learned, PositionKind::sinusoidal, PositionKind::rotary, PositionKind::none})
      for (const auto activation : {Activation::gelu, Activation::relu})
        for (const auto norm : {NormKind::layer, NormKind::rms})
          shapes.push_back({.tokens = tokens,
                            .inputs = 3,
                            .width = 8,
                            .heads = 2,
                            .depth = depth,
                            .block = block,
                            .positions = positions,
                            .activation = activation,
                            .norm = norm});
  return shapes;
}

/// Rotary positions with every mixing and shift except those of every_axis().
inline std::vector<DecoderShape> every_rotary(int tokens, int depth) {
  std::vector<DecoderShape> shapes;
  for (const auto& [mixing, shift] : {std::pair(Mixing::softmax, Shift::own), std::pair(Mixing::sum, Shift::none),
                                      std::pair(Mixing::mean, Shift::without_own)})
    shapes.push_back({.tokens = tokens,
                      .inputs = 3,
                      .width = 8,
                      .heads = 4,
                      .depth = depth,
                      .mixing = mixing,
                      .shift = shift,
                      .positions = PositionKind::rotary});
  return shapes;
}

/// Decoders of which some layers alone are shifted.
inline std::vector<DecoderShape> every_shift_layers(int tokens, int depth) {
  std::vector<DecoderShape> shapes;
  for (const Block block : {Block::pre_norm, Block::post_norm})
    for (const auto& [mixing, shift] :
         {std::pair(Mixing::softmax, Shift::own), std::pair(Mixing::sum, Shift::without_own)})
      for (const ShiftLayers layers : {ShiftLayers::first, ShiftLayers::not_first})
        shapes.push_back({tokens, 3, 6, 2, depth, 2, block, mixing, shift, layers});
  return shapes;
}

/// Every block with every mixing and every shift that it may have, in all layers and in some; one block with tokens
/// wider than the model; blocks with parts that are not their defaults.
inline std::vector<DecoderShape> every_decoder(int tokens, int depth) {
  std::vector<DecoderShape> shapes;
  for (const Block block : {Block::pre_norm, Block::post_norm, Block::bare})
    for (const Mixing mixing : {Mixing::softmax, Mixing::sum, Mixing::mean})
      for (const Shift shift : {Shift::none, Shift::own, Shift::without_own})
        if (mixing != Mixing::softmax || shift != Shift::without_own)
          shapes.push_back({tokens, 3, 6, 2, block == Block::bare ? 1 : depth, 2, block, mixing, shift});
  shapes.push_back({tokens, 7, 6, 2, depth, 2, Block::post_norm});  // not merged with its read-in
  for (const auto& more : {every_axis(tokens, depth), every_rotary(tokens, depth), every_shift_layers(tokens, depth)})
    shapes.insert(shapes.end(), more.begin(), more.end());
  return shapes;
}

inline std::string description(const DecoderShape& s) {
  return "block " + std::to_string(int(s.block)) + " mixing " + std::to_string(int(s.mixing)) + " shift " +
         std::to_string(int(s.shift)) + " layers " + std::to_string(int(s.shift_layers)) + " inputs " +
         std::to_string(s.inputs) + " positions " + std::to_string(int(s.position_kind())) + " activation " +
         std::to_string(int(s.activation_kind())) + " norm " + std::to_string(int(s.norm));
}

/// Parameters in ±1/2, weights of norms around 1.
template <class Real>
AlignedVector<Real> random_parameters(const DecoderShape& shape) {
  auto theta = random_scalars<Real>(parameter_count(shape), -0.5, 0.5);
  for (const auto& view : parameter_views(shape))
    if (view.name.ends_with("norm.weight"))
      for (int i = 0; i < view.count(); ++i) theta[view.offset + i] += 1;
  return theta;
}

/// Tokens and the gradient of the predictions, of N sequences.
template <class Real, int N>
struct DecoderBatch {
  explicit DecoderBatch(const DecoderShape& s)
      : tokens(random_scalars<Real>(s.tokens * s.inputs * N)),
        dpredictions(random_scalars<Real>(s.tokens * s.outputs * N)) {}
  AlignedVector<Real> tokens, dpredictions;
};

/// A copy of the predictions.
template <class Real, int N>
AlignedVector<Real> predict(Decoder<Real, N>& model, const AlignedVector<Real>& tokens) {
  const auto predictions = model.forward(tokens.data());
  return {predictions.begin(), predictions.end()};
}

/// The gradient of one block after the other.
template <class Real, int N>
AlignedVector<Real> gradient_of(Decoder<Real, N>& model, int parameters,
                                const std::vector<DecoderBatch<Real, N>>& blocks) {
  AlignedVector<Real> gradient(parameters);
  for (const auto& block : blocks) {
    model.forward(block.tokens.data());
    model.backward(block.tokens.data(), block.dpredictions.data());
  }
  model.reduce_gradient(gradient);
  return gradient;
}

/// Fixture of the tests over decoders of every kind.
template <class Kind>
class EveryDecoder : public testing::Test {
 public:
  using Real = typename Kind::Real;
  static constexpr int N = Kind::N;

  /// check(model, shape) with random parameters.
  template <class Check>
  static void for_each_model(Check&& check) {
    for (const int tokens : {1, 2, 9})
      for (const auto& shape : every_decoder(tokens, 2)) {
        SCOPED_TRACE(description(shape) + " tokens " + std::to_string(tokens));
        Decoder<Real, N> model(shape);
        model.set_parameters(random_parameters<Real>(shape));
        check(model, shape);
      }
  }
};

}  // namespace icsweep::test
