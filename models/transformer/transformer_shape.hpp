// Shape of a Transformer, its named parameters and its cost.
#pragma once

#include "models/dimensions.hpp"
#include "models/kernels/layer_norm.hpp"
#include "models/layers/layer_kinds.hpp"
#include "models/layers/parameter_view.hpp"

namespace icsweep {

/// Causal attention of a head; s_tt' = ⟨W_Q x_t + b, W_K x_t' + b⟩/√D.
///   linear      Σ_t' s_tt' v_t'
///   exponential Σ_t' exp(s_tt') v_t'
///   softmax     Σ_t' softmax_t'(s_tt') v_t'
///   positional  Σ_t' P_tt' s_tt' v_t' with P = softmax over the scores of learnt positions
enum class Attention { linear, exponential, softmax, positional };

/// Weights of a head. full: W_Q, W_K, W_V with biases, W_O, and scores divided by √D. bare: W_Q, W_K and W_V alone, W_V
/// in place of W_O W_V, no bias after the heads, scores not divided.
enum class HeadWeights { full, bare };

/// Map from the last layer's tokens to the outputs: a linear map, or the last coordinates as they are.
enum class Readout { linear, last };

/// Projections that score positions in positional attention: each head's own W_Q and W_K (shared), or one pair W_Qpos,
/// W_Kpos for all heads (separate).
enum class Projections { shared, separate };

/// Token from which a position's query is computed: x_t, or x_{t−1} with x_0 = 0 [autoregressive-icl eq 6]. The factor
/// P of positional attention keeps row t.
enum class Query { last, previous };

/// W_O of each head's own, or one for all heads of a layer.
enum class OutputMap { per_head, shared };

/// T tokens of width D pass L layers of H heads as wide as the token, then a read-out D → outputs. A layer is
///   x ← Norm(x, Σ_h W_O^h Attn_h(x) + b),   then, if hidden > 0,   x ← Norm(x, W_2 max(W_1 x + b_1, 0) + b_2)
/// where Norm is one of the four in models/kernels/layer_norm.hpp. The last `features·copies` of the D input
/// coordinates hold `features` numbers, repeated `copies` times; the others are zero. The first layer skips zero and
/// repeated coordinates.
struct TransformerShape {
  int tokens, width, features, depth, outputs;
  int copies = 1;  ///< above 1 only without a residual
  int heads = 1;
  Attention attention = Attention::linear;
  Projections projections = Projections::shared;
  Residual residual = Residual::branch_norm;
  int hidden = 0;  ///< width of the MLP, 0 for none
  HeadWeights head_weights = HeadWeights::full;
  Readout readout = Readout::linear;
  bool tied = false;  ///< all layers share their weights; features = width
  Query query = Query::last;
  OutputMap output_map = OutputMap::per_head;  ///< shared only for full heads
  /// Precision of the factors of A, B and attention (AttentionLayer). bfloat16 requires bare heads, exponential or
  /// softmax attention, and queries of the token itself.
  Precision precision = Precision::float32;

  bool rounds() const { return precision != Precision::float32; }
  bool normed() const { return residual != Residual::only; }
  bool bare() const { return head_weights == HeadWeights::bare; }
  /// Number of a layer's inputs that are neither zero nor repeated.
  int layer_features(int layer) const { return layer == 0 ? features : width; }
  bool shares_output() const { return output_map == OutputMap::shared; }
  int head_parameters() const {
    return bare() ? 3 * width * width : (shares_output() ? 3 : 4) * width * width + 3 * width;
  }
  /// Number of parameters in W_Qpos, W_Kpos and their biases; 0 if the heads' own projections are used.
  int separate_parameters() const;
  /// Number of a layer's parameters in all heads, positions, the output weight if shared, and the output bias.
  int attention_parameters() const;
  /// True if a layer keeps the forward pass's value for every pair of tokens, T²/2 lanes per head. Positional attention
  /// computes its scores again if they exceed 1 MiB of single-precision lanes, which the second cache does not hold.
  /// With 64 heads at T = 50 this was 20 % faster on Zen 4; with 1 and 8 heads, whose scores the cache holds, 5 %
  /// slower.
  bool keeps_pairs() const;
};

/// All P parameters in one block. Per layer, or once if tied: for each head query, key and value weights; if not bare,
/// their biases and, unless shared, the output weight. Then, for positional attention, the positions (T×D) and, if
/// separate, their query and key weights and biases; a shared output weight; the output bias if not bare; the norm's
/// weight and bias if there is a norm; for an MLP its two maps and its norm's weight and bias. A linear read-out's
/// weight and bias end the block.
std::vector<ParameterView> parameter_views(const TransformerShape& shape);
int parameter_count(const TransformerShape& shape);

/// Floating-point operations to train on one sequence once (forward and backward). A multiply-add counts as two; only
/// products count. With K = features + 1 in the first layer and D + 1 in the others, one less for bare heads, per
/// layer:
///   linear maps A (K×K) and B (D×K) of each head, forward, input and weight gradient:  6·(K² + D·K) per token
///   linear attention, each head by the running state:                                  3·K·(K+1) + 6·K² per token
///   any other attention, each head:                                12·K for each of the T(T+1)/2 pairs of tokens
///   MLP of width M:                                                6·((D+1)·M + M·D) per token
/// The first layer's input gradient is subtracted: 2·K² per token and head, then 2·K² + 2·K·(K+1) per token or 4·K per
/// pair. A linear read-out adds 6·outputs·(D+1) per token. Repeated computation counts once. Norms, exponentials, loss,
/// merging, positions and Adam are not counted.
double training_flop(const TransformerShape& shape);

/// Bytes of activations, gradients and parameters of one block.
double training_bytes(const TransformerShape& shape, int lanes, int bytes_per_scalar);

}  // namespace icsweep
