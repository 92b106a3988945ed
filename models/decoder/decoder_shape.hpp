// The shape of a decoder, its named parameters, its cost.
#pragma once

#include <optional>

#include "models/dimensions.hpp"
#include "models/kernels/quadratic_attention.hpp"
#include "models/layers/layer_kinds.hpp"
#include "models/layers/parameter_view.hpp"

namespace icsweep {

/// The layers of a decoder, σ the activation:
///   pre_norm   x ← x + Attn(Norm(x)), x ← x + W_2 σ(W_1 Norm(x)); a last norm comes before the read-out. Its own
///              parts are GPT-2's (Radford et al. 2019): GELU, learned positions
///   post_norm  x ← Norm(x + Attn(x)), x ← Norm(x + W_2 σ(W_1 x)) of Vaswani et al. (2017). Its own parts: the
///              rectifier, no positions
///   bare       one layer: the outputs are the attention of the inputs, without read-in, read-out, biases, residual or
///              norm
enum class Block { pre_norm, post_norm, bare };

/// The weight that query t gives to key t': softmax over t' ≤ t of the scores, the score itself, or the score over t.
enum class Mixing { softmax, sum, mean };

/// What a token knows of its position beside the causal mask:
///   learned     T×D parameters, added to the first x
///   sinusoidal  Vaswani et al.'s table, added to the first x (position_tables.hpp)
///   rotary      queries and keys of every head and layer are turned (models/kernels/rotary.hpp), base 10000; W is even
enum class PositionKind { learned, sinusoidal, rotary, none };

/// Causal attention of H heads, each W wide; W_O maps their outputs side by side; scores are ⟨q_t, k_t'⟩/√W. W = D/H,
/// but bare heads are D wide and their scores not divided. With a shift each key brings the value after its own
/// (models/kernels/quadratic_attention.hpp); softmax then needs the query's own value too.
struct DecoderShape {
  int tokens, inputs;  ///< T, and features of a token before the read-in
  int width, heads, depth;
  int outputs = 1;
  Block block = Block::pre_norm;
  Mixing mixing = Mixing::softmax;
  Shift shift = Shift::none;
  std::optional<PositionKind> positions{};  ///< not given: the block's own, see position_kind()
  std::optional<Activation> activation{};   ///< the same
  NormKind norm = NormKind::layer;
  Precision precision = Precision::float32;
  /// Only one token's prediction is ever wanted at a time: the last layer computes one query.
  bool one_output = false;

  bool bare() const { return block == Block::bare; }
  /// What the decoder has; bare ones have no positions, no activation and no norm, whatever is given.
  PositionKind position_kind() const {
    if (bare()) return PositionKind::none;
    return positions.value_or(block == Block::pre_norm ? PositionKind::learned : PositionKind::none);
  }
  Activation activation_kind() const {
    return activation.value_or(block == Block::pre_norm ? Activation::gelu : Activation::relu);
  }
  /// Of the maps of layers, but for one that is merged with the read-in; bare ones have float32 alone.
  Precision map_precision() const { return bare() ? Precision::float32 : precision; }
  /// Whether two threads can compute a block of sequences in little more than half the time (Partner).
  bool shares_blocks() const { return !bare() && precision == Precision::float32; }
  int head_width() const { return bare() ? width : width / heads; }
  /// Hidden width of the MLP.
  int hidden() const { return 4 * width; }
  /// Whether positions are added to what the read-in gives.
  bool adds_positions() const {
    return position_kind() == PositionKind::learned || position_kind() == PositionKind::sinusoidal;
  }
  /// Whether a map merged with the read-in makes the first layer's queries, keys and values from the tokens themselves:
  /// nothing is between the two maps, and tokens are narrower than the model.
  bool merged() const { return block == Block::post_norm && !adds_positions() && inputs < width; }
};

/// All P parameters in one block: embedding (weight, bias), positions (T×D) if they are learned; for each layer
/// attention.norm (weight, bias), query_key_value, output, mlp.norm, expand, contract; final_norm; readout. The rows of
/// query_key_value are all heads' queries, then keys, then values. Post-norm has no final norm, and its norms come
/// after the part that they follow; rms norms have no bias; bare has only the weights of query_key_value and output.
std::vector<ParameterView> parameter_views(const DecoderShape& shape);
int parameter_count(const DecoderShape& shape);
/// The same number as a double, for shapes too large for an int, of which nothing else can be made.
double parameters(const DecoderShape& shape);

/// Floating-point operations to train on one sequence once (forward and backward), two a multiply-add, products only:
/// 6·inputs·outputs a token for each linear map, minus 2·inputs·outputs for an input gradient that is not needed, and
/// 12·W a head for each of the T(T+1)/2 pairs of tokens. The parts after the last layer's attention are computed for
/// `output_tokens` tokens only, and the first layer's queries, keys and values are those of merged(). With one_output
/// the last layer has one query, and its pairs, T at most. Norms,
/// activations, rotations, exponentials, loss, Adam and work done once a batch are not counted.
double training_flop(const DecoderShape& shape, int output_tokens);

/// Bytes of activations, gradients and parameters of one block.
double training_bytes(const DecoderShape& shape, int lanes, int bytes_per_scalar);

}  // namespace icsweep
