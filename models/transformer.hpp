// The Transformer of the first paper's augmented experiments: linear attention, layer norm, residual, linear read-out.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "models/aligned.hpp"
#include "models/dimensions.hpp"

namespace icsweep {

/// T tokens of width D through L layers x ← x + LN(W_O Attn(W_Q x, W_K x, W_V x)) with biases, scores/√D, causal, no
/// softmax; then a linear map D → outputs. Only the last `features` of the D input coordinates are ever non-zero; the
/// first layer skips the others.
struct TransformerShape {
  int tokens, width, features, depth, outputs;
};

/// A named matrix (rows×columns, as PyTorch's nn.Linear stores it) or vector (columns = 1) inside the flat parameter
/// block.
struct ParameterView {
  std::string name;
  int offset, rows, columns;
  int count() const { return rows * columns; }
};

/// All P parameters in one block. Per layer: query, key, value weights; their biases; output weight, bias; norm weight,
/// bias; at the end readout weight, bias.
std::vector<ParameterView> parameter_views(const TransformerShape& shape);
int parameter_count(const TransformerShape& shape);

/// Floating-point operations to train on one sequence once (forward and backward), two a multiply-add, products only.
/// With K = features + 1 in the first layer and D + 1 in the others, per token and layer
///   linear maps A (K×K) and B (D×K), forward, input and weight gradient:  6·(K² + D·K), less 2·K² in the first layer,
///   whose input
///                                                                         needs no gradient
///   running state, forward and backward:                                  3·K·(K+1) + 6·K², less the first layer's dx
///   (2·K² + 2·K·(K+1))
/// and 6·outputs·(D+1) per token for the read-out. Norms, loss, the rebuilt state, merging and Adam are not counted.
double training_flop(const TransformerShape& shape);

/// Bytes of activations and lane gradients of one block.
double training_bytes(const TransformerShape& shape, int lanes, int bytes_per_scalar);

/// Trains and evaluates one block of N sequences at a time; allocates in the constructor only.
/// Inside, each token carries a constant 1 behind its features, so that a bias is a column of its weight, and each
/// layer's four projections are merged into two (models/kernels/merge.hpp). The parameters seen from outside are the
/// unmerged ones.
template <class Real, int N>
class Transformer {
 public:
  explicit Transformer(const TransformerShape& shape);

  /// Uses theta (P scalars) in the calls that follow, until the next call.
  void set_parameters(std::span<const Real> theta);

  /// Adds the squared error of the first `active` lanes to error[t], t < T.
  /// tokens: T×(features+1) lanes, the last of each token 1; targets: T×outputs lanes.
  void evaluate(const Real* tokens, const Real* targets, int active, double* error);

  /// As evaluate, and adds the gradient of factor·Σ (squared errors) to the lane gradients.
  void accumulate_gradient(const Real* tokens, const Real* targets, int active, Real factor, double* error);

  /// Writes the gradient with respect to theta, summed over lanes and blocks since the last call (P scalars).
  void take_gradient(std::span<Real> gradient);

  /// Predictions of the last block, T×outputs lanes.
  std::span<const Real> predictions() const { return predictions_; }

 private:
  /// Where a layer's merged weights start: A (K×K), B (D×K), output bias, norm weight, norm bias (D each).
  struct Merged {
    int features, a, b, bias, gamma, beta, end;
  };
  /// What the backward pass needs of one layer's forward pass.
  struct Activations {
    AlignedVector<Real> input, query, attention, normal, inverse_deviation;
  };

  void forward(const Real* tokens);
  void backward(const Real* tokens);
  void layer_forward(const Merged& at, const Real* x, Activations& a, Real* y);
  void layer_backward(const Merged& at, const Real* x, const Activations& a, bool needs_input);

  TransformerShape shape_;
  std::vector<Merged> merged_;
  std::vector<Activations> layers_;
  AlignedVector<Real> theta_, scratch_, weights_,
      weight_gradient_;  // weights_: merged, layer after layer, then the read-out O×(D+1)
  AlignedVector<Real> last_, predictions_, dpredictions_, dx_, dnormal_, dattention_, dquery_, gradient_lanes_;
};

extern template class Transformer<float, 16>;
extern template class Transformer<double, 8>;
extern template class Transformer<double, 1>;

}  // namespace icsweep
