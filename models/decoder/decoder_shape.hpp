// The shape of a decoder, its named parameters, its cost.
#pragma once

#include "models/dimensions.hpp"
#include "models/kernels/quadratic_attention.hpp"
#include "models/layers/parameter_view.hpp"

namespace icsweep {

/// The layers of a decoder:
///   pre_norm   GPT-2's (Radford et al. 2019): x ← x + Attn(LN(x)), x ← x + W_2 GELU(W_1 LN(x)); learnt positions are
///              added to the first x, and a last LN comes before the read-out
///   post_norm  Vaswani et al.'s (2017) with the MLP's rectifier: x ← LN(x + Attn(x)), x ← LN(x + W_2 max(0, W_1 x));
///              no positions
///   bare       one layer: the outputs are the attention of the inputs, without read-in, read-out, biases, residual or
///              norm
enum class Block { pre_norm, post_norm, bare };

/// The weight that query t gives to key t': softmax over t' ≤ t of the scores, the score itself, or the score over t.
enum class Mixing { softmax, sum, mean };

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

  bool bare() const { return block == Block::bare; }
  int head_width() const { return bare() ? width : width / heads; }
  /// Hidden width of the MLP.
  int hidden() const { return 4 * width; }
  /// Whether a map merged with the read-in makes the first layer's queries, keys and values from the tokens themselves:
  /// nothing is between the two maps, and tokens are narrower than the model.
  bool merged() const { return block == Block::post_norm && inputs < width; }
};

/// All P parameters in one block: embedding (weight, bias), positions (T×D); for each layer attention.norm (weight,
/// bias), query_key_value, output, mlp.norm, expand, contract; final_norm; readout. The rows of query_key_value are all
/// heads' queries, then keys, then values. Post-norm has no positions and no final norm, and its norms come after the
/// part that they follow; bare has only the weights of query_key_value and output.
std::vector<ParameterView> parameter_views(const DecoderShape& shape);
int parameter_count(const DecoderShape& shape);
/// The same number as a double, for shapes too large for an int, of which nothing else can be made.
double parameters(const DecoderShape& shape);

/// Floating-point operations to train on one sequence once (forward and backward), two a multiply-add, products only:
/// 6·inputs·outputs a token for each linear map, minus 2·inputs·outputs for an input gradient that is not needed, and
/// 12·W a head for each of the T(T+1)/2 pairs of tokens. The parts after the last layer's attention are computed for
/// `output_tokens` tokens only, and the first layer's queries, keys and values are those of merged(). Norms,
/// exponentials, loss, Adam and work done once a batch are not counted.
double training_flop(const DecoderShape& shape, int output_tokens);

/// Bytes of activations, gradients and parameters of one block.
double training_bytes(const DecoderShape& shape, int lanes, int bytes_per_scalar);

}  // namespace icsweep
