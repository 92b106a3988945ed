// The Transformer of the first paper's experiments: attention layers, MLPs, norms and residuals, a linear read-out.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "models/transformer/attention_layer.hpp"
#include "models/transformer/layers.hpp"

namespace icsweep {

/// Trains and evaluates one block of N sequences at a time. Allocates in the constructor only. Inside, each token
/// carries a constant 1 after its features, so that a bias is a column of its weight.
template <class Real, int N>
class Transformer {
 public:
  explicit Transformer(const TransformerShape& shape);

  /// Uses theta (P scalars) until the next call of set_parameters().
  void set_parameters(std::span<const Real> theta);

  /// Adds the squared error of the first `active` lanes to error[t], t < T.
  /// tokens: T×(features+1) lanes, the last of each token 1; targets: T×outputs lanes.
  void evaluate(const Real* tokens, const Real* targets, int active, double* error);

  /// As evaluate(), and adds the gradient of factor·Σ (squared errors) to the lane gradients.
  void accumulate_gradient(const Real* tokens, const Real* targets, int active, Real factor, double* error);

  /// Writes the gradient with respect to theta, summed over lanes and blocks since the last call (P scalars).
  void reduce_gradient(std::span<Real> gradient);

  /// Passes to f the vectors of sums over lanes from which reduce_gradient() makes the gradient. The gradient is linear
  /// in them, so sums of models with the same shape and parameters may be added. f may exchange vectors for others of
  /// the same sizes. The next accumulate_gradient() starts new sums.
  template <class F>
  void for_each_accumulator(F&& f) {
    for (Layer& layer : layers_) {
      layer.attention.for_each_accumulator(f);
      layer.norm.for_each_accumulator(f);
      if (layer.mlp) layer.mlp->for_each_accumulator(f), layer.mlp_norm->for_each_accumulator(f);
    }
    if (readout_) readout_->for_each_accumulator(f);
  }

  /// Predictions of the last block, T×outputs lanes.
  std::span<const Real> predictions() const { return predictions_; }

 private:
  /// Attention and its norm, then the MLP and its norm if the shape has one.
  struct Layer {
    Layer(const TransformerShape& shape, int layer);
    AttentionLayer<Real, N> attention;
    NormLayer<Real, N> norm;
    std::optional<FeedForwardLayer<Real, N>> mlp;
    std::optional<NormLayer<Real, N>> mlp_norm;
    AlignedVector<Real> middle,
        output;  // output of the first norm, if an MLP follows; output of the layer: T×(D+1) lanes
  };

  void forward(const Real* tokens);
  void backward(const Real* tokens);
  Real* take_layer_gradient(Layer& layer, Real* gradient);
  void read_out(const Real* x);
  void read_out_backward(const Real* x);
  void layer_forward(Layer& layer, const Real* x);
  void layer_backward(Layer& layer, const Real* x, bool needs_input);

  TransformerShape shape_;
  std::vector<Layer> layers_;
  std::optional<LinearLayer<Real, N>> readout_;  // unset if the outputs are the last coordinates
  typename AttentionLayer<Real, N>::Workspace work_;
  AlignedVector<Real> predictions_, dpredictions_, dx_, dz_, dhidden_, tied_;  // tied: one layer's gradient
};

extern template class Transformer<float, 16>;
extern template class Transformer<float, 8>;
extern template class Transformer<double, 1>;

}  // namespace icsweep
