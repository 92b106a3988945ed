// The shape of a Transformer, its named parameters, its cost.
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

/// The weights of a head. full: W_Q, W_K, W_V with biases, W_O, and scores divided by √D. bare: W_Q, W_K and W_V alone,
/// W_V in place of W_O W_V, no bias after the heads, scores not divided.
enum class HeadWeights { full, bare };

/// How the last layer's tokens become outputs: by a linear map, or as their last coordinates.
enum class Readout { linear, last };

/// The projections that score positions in positional attention: every head's own W_Q and W_K, or one pair W_Qpos,
/// W_Kpos for all heads.
enum class Projections { shared, separate };

/// Which token gives a position its query: x_t, or x_{t−1} with x_0 = 0 [autoregressive-icl eq 6]. The factor P of
/// positional attention keeps row t.
enum class Query { last, previous };

/// Whether each head has a W_O of its own, or all heads of a layer share one.
enum class OutputMap { per_head, shared };

/// T tokens of width D pass L layers of H heads as wide as the token, then a read-out D → outputs. A layer is
///   x ← Norm(x, Σ_h W_O^h Attn_h(x) + b),   then, if hidden > 0,   x ← Norm(x, W_2 max(W_1 x + b_1, 0) + b_2)
/// where Norm is one of layer_norm.hpp's four. The last `features·copies` of the D input coordinates hold `features`
/// numbers, repeated `copies` times; the others are zero. The first layer skips zero and repeated coordinates.
struct TransformerShape {
  int tokens, width, features, depth, outputs;
  int copies = 1;  ///< more than one only without residual
  int heads = 1;
  Attention attention = Attention::linear;
  Projections projections = Projections::shared;
  Residual residual = Residual::branch_norm;
  int hidden = 0;  ///< width of the MLP, 0 for none
  HeadWeights head_weights = HeadWeights::full;
  Readout readout = Readout::linear;
  bool tied = false;  ///< all layers share their weights; features = width
  Query query = Query::last;
  OutputMap output_map = OutputMap::per_head;  ///< shared only if not bare
  /// Of the factors of A, B and attention (AttentionLayer); bfloat16 only of bare heads with exponential or softmax
  /// attention and queries of their own token.
  Precision precision = Precision::float32;

  bool rounds() const { return precision != Precision::float32; }
  bool normed() const { return residual != Residual::only; }
  bool bare() const { return head_weights == HeadWeights::bare; }
  /// The number of inputs of a layer that are neither zero nor repeated.
  int layer_features(int layer) const { return layer == 0 ? features : width; }
  bool shares_output() const { return output_map == OutputMap::shared; }
  int head_parameters() const {
    return bare() ? 3 * width * width : (shares_output() ? 3 : 4) * width * width + 3 * width;
  }
  /// The number of parameters in W_Qpos, W_Kpos and their biases; 0 if the heads' own are used.
  int separate_parameters() const;
  /// The number of a layer's parameters in all heads, positions, the output weight if shared, and the output bias.
  int attention_parameters() const;
  /// Whether a layer keeps the forward pass's value for every pair of tokens, T²/2 lanes a head. Positional attention
  /// computes its scores again if they exceed 1 MiB of single-precision lanes. With 64 heads at T = 50 that was 1.2
  /// times as fast on Zen 4, since the second cache does not hold them; with 1 and 8 heads, which it does hold, it was
  /// 5 % slower.
  bool keeps_pairs() const;
};

/// All P parameters in one block. Per layer, or once if tied: for each head query, key, value weights and, if not bare,
/// their biases, output weight unless shared; for positional attention the positions (T×D) and, if separate, their
/// query and key weights and biases; a shared output weight; output bias if not bare; norm weight, bias if there is a
/// norm; for an MLP its two maps, norm weight, bias. At the end, if linear, readout weight, bias.
std::vector<ParameterView> parameter_views(const TransformerShape& shape);
int parameter_count(const TransformerShape& shape);

/// Floating-point operations to train on one sequence once (forward and backward), two a multiply-add, products only.
/// With K = features + 1 in the first layer and D + 1 in the others, one less for bare heads, per layer
///   linear maps A (K×K) and B (D×K) of each head, forward, input and weight gradient:  6·(K² + D·K) a token
///   linear attention, each head by the running state:                                  3·K·(K+1) + 6·K² a token
///   any other attention, each head:      12·K for each of the T(T+1)/2 pairs of tokens
///   MLP of width M:                                  6·((D+1)·M + M·D) a token
/// minus the first layer's input gradient (2·K² a token and head; 2·K² + 2·K·(K+1) a token, or 4·K a pair), plus
/// 6·outputs·(D+1) a token for a linear read-out. Repeated computation counts once; norms, exponentials, loss, merging,
/// positions and Adam are not counted.
double training_flop(const TransformerShape& shape);

/// Bytes of activations, gradients and parameters of one block.
double training_bytes(const TransformerShape& shape, int lanes, int bytes_per_scalar);

}  // namespace icsweep
