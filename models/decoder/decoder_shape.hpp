// Shape of a decoder, its named parameters and its cost.
#pragma once

#include <optional>

#include "models/dimensions.hpp"
#include "models/kernels/quadratic_attention.hpp"
#include "models/layers/layer_kinds.hpp"
#include "models/layers/parameter_view.hpp"

namespace icsweep {

/// Arrangement of a decoder's layers, σ the activation:
///   pre_norm   x ← x + Attn(Norm(x)), x ← x + W_2 σ(W_1 Norm(x)); a last norm comes before the read-out. Defaults:
///              GELU, learned positions, as in GPT-2 (Radford et al. 2019)
///   post_norm  x ← Norm(x + Attn(x)), x ← Norm(x + W_2 σ(W_1 x)) of Vaswani et al. (2017). Defaults: the rectifier, no
///              positions
///   bare       one layer: the outputs are the attention of the inputs, without read-in, read-out, biases, residual or
///              norm
enum class Block { pre_norm, post_norm, bare };

/// Weight that query t gives to key t': softmax over t' ≤ t of the scores, the score itself, or the score over t.
enum class Mixing { softmax, sum, mean };

/// Layers of a shifted decoder whose attention is shifted. The others have plain causal attention.
enum class ShiftLayers { all, first, not_first };

/// Position information of a token beside the causal mask:
///   learned     T×D parameters, added to the first x
///   sinusoidal  Vaswani et al.'s table, added to the first x (position_tables.hpp)
///   rotary      queries and keys of every head and layer are turned (models/kernels/rotary.hpp), base 10000; W is even
enum class PositionKind { learned, sinusoidal, rotary, none };

/// Causal attention of H heads, each W wide. W_O maps their outputs side by side. Scores are ⟨q_t, k_t'⟩/√W. W = D/H,
/// but bare heads are D wide and their scores are not divided. With a shift each key brings the value after its own
/// (models/kernels/quadratic_attention.hpp); softmax then needs the query's own value too.
struct DecoderShape {
  int tokens, inputs;  ///< T, and features of a token before the read-in
  int width, heads, depth;
  int outputs = 1;
  Block block = Block::pre_norm;
  Mixing mixing = Mixing::softmax;
  Shift shift = Shift::none;
  ShiftLayers shift_layers = ShiftLayers::all;
  std::optional<PositionKind> positions{};  ///< unset: the block's default, see position_kind()
  std::optional<Activation> activation{};   ///< unset: the block's default
  NormKind norm = NormKind::layer;
  Precision precision = Precision::float32;
  /// Every prediction is of a single token, so the last layer computes one query.
  bool one_output = false;

  bool bare() const { return block == Block::bare; }
  /// Shift of a layer, counted from 0.
  Shift shift_of(int layer) const {
    const bool shifted = shift_layers == ShiftLayers::all || (shift_layers == ShiftLayers::first) == (layer == 0);
    return shifted ? shift : Shift::none;
  }
  /// Positions of this decoder. Bare decoders have no positions, no activation and no norm, even if set.
  PositionKind position_kind() const {
    if (bare()) return PositionKind::none;
    return positions.value_or(block == Block::pre_norm ? PositionKind::learned : PositionKind::none);
  }
  Activation activation_kind() const {
    return activation.value_or(block == Block::pre_norm ? Activation::gelu : Activation::relu);
  }
  /// Precision of the layers' maps, except one that is merged with the read-in. Bare decoders have float32 only.
  Precision map_precision() const { return bare() ? Precision::float32 : precision; }
  /// True if two threads can compute a block of sequences in little more than half the time (Partner).
  bool shares_blocks() const { return !bare() && precision == Precision::float32; }
  int head_width() const { return bare() ? width : width / heads; }
  /// Hidden width of the MLP.
  int hidden() const { return 4 * width; }
  /// True if positions are added to the read-in's output.
  bool adds_positions() const {
    return position_kind() == PositionKind::learned || position_kind() == PositionKind::sinusoidal;
  }
  /// True if a map merged with the read-in makes the first layer's queries, keys and values from the tokens themselves.
  /// This needs nothing between the two maps, and tokens narrower than the model.
  bool merged() const { return block == Block::post_norm && !adds_positions() && inputs < width; }
  /// True for the layer, counted from 0, that is merged with the read-in.
  bool merged(int layer) const { return layer == 0 && merged(); }
  bool last(int layer) const { return layer + 1 == depth; }
};

/// All P parameters in one block: embedding (weight, bias), positions (T×D) if learned; for each layer attention.norm
/// (weight, bias), query_key_value, output, mlp.norm, expand, contract; final_norm; readout. The rows of
/// query_key_value are all heads' queries, then keys, then values. Post-norm has no final norm, and each norm follows
/// its part in the block. rms norms have no bias. Bare decoders have only the weights of query_key_value and output.
std::vector<ParameterView> parameter_views(const DecoderShape& shape);
int parameter_count(const DecoderShape& shape);
/// parameter_count() as a double, for shapes whose count exceeds an int. Nothing else can be made of such shapes.
double parameters(const DecoderShape& shape);

/// Floating-point operations to train on one sequence once (forward and backward). A multiply-add counts as two; only
/// products count. Each linear map costs 6·inputs·outputs per token, less 2·inputs·outputs if its input gradient is not
/// needed. Attention costs 12·W per head for each of the T(T+1)/2 pairs of tokens. The parts after the last layer's
/// attention count for `output_tokens` tokens only. The first layer's queries, keys and values are those of merged().
/// With one_output the last layer has one query, with at most T pairs. Norms, activations, rotations, exponentials,
/// loss, Adam and work done once per batch are not counted.
double training_flop(const DecoderShape& shape, int output_tokens);

/// Bytes of activations, gradients and parameters of one block.
double training_bytes(const DecoderShape& shape, int lanes, int bytes_per_scalar);

}  // namespace icsweep
