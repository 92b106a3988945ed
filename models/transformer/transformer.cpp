#include "models/transformer/transformer.hpp"

#include <algorithm>

#include "models/kernels/squared_error.hpp"

namespace icsweep {

template <class Real, int N>
Transformer<Real, N>::Layer::Layer(const TransformerShape& s, int layer)
    : attention(s, layer), norm(s, s.layer_features(layer)), output(s.tokens * (s.width + 1) * N) {
  if (s.hidden == 0) return;
  mlp.emplace(s);
  mlp_norm.emplace(s, s.width);
  middle.resize(output.size());
}

template <class Real, int N>
Transformer<Real, N>::Transformer(const TransformerShape& s)
    : shape_(s),
      work_(s),
      predictions_(s.tokens * s.outputs * N),
      dpredictions_(predictions_.size()),
      dx_(s.tokens * (s.width + 1) * N),
      dz_(s.tokens * s.width * N),
      dhidden_(s.tokens * s.hidden * N),
      tied_(s.tied ? parameter_count(s) : 0) {
  if (s.readout == Readout::linear) readout_.emplace(s.tokens, s.width, s.outputs, Bias::column);
  layers_.reserve(s.depth);
  for (int l = 0; l < s.depth; ++l) layers_.emplace_back(s, l);
}

template <class Real, int N>
void Transformer<Real, N>::set_parameters(std::span<const Real> theta) {
  const Real* from = theta.data();
  for (Layer& layer : layers_) {
    if (shape_.tied) from = theta.data();
    from = layer.norm.set_parameters(layer.attention.set_parameters(from, work_));
    if (layer.mlp) from = layer.mlp_norm->set_parameters(layer.mlp->set_parameters(from));
  }
  if (readout_) readout_->set_parameters(from);
}

template <class Real, int N>
Real* Transformer<Real, N>::take_layer_gradient(Layer& layer, Real* to) {
  to = layer.norm.reduce_gradient(layer.attention.reduce_gradient(to, work_));
  return layer.mlp ? layer.mlp_norm->reduce_gradient(layer.mlp->reduce_gradient(to)) : to;
}

template <class Real, int N>
void Transformer<Real, N>::reduce_gradient(std::span<Real> gradient) {
  Real* to = take_layer_gradient(layers_.front(), gradient.data());
  for (int l = 1; l < shape_.depth; ++l) {
    if (!shape_.tied) {
      to = take_layer_gradient(layers_[l], to);
      continue;
    }
    const auto size = take_layer_gradient(layers_[l], tied_.data()) - tied_.data();
    for (int i = 0; i < size; ++i) gradient[i] += tied_[i];
  }
  if (readout_) readout_->reduce_gradient(to);
}

template <class Real, int N>
void Transformer<Real, N>::read_out(const Real* x) {
  if (readout_) return readout_->forward(x, predictions_.data());
  const int stride = (shape_.width + 1) * N, size = shape_.outputs * N;
  for (int t = 0; t < shape_.tokens; ++t)
    std::copy_n(x + (t + 1) * stride - N - size, size, predictions_.data() + t * size);
}

/// Leaves in dx_ the gradient of the last layer's output.
template <class Real, int N>
void Transformer<Real, N>::read_out_backward(const Real* x) {
  if (readout_) return readout_->backward(x, dpredictions_.data(), dx_.data(), false);
  const int stride = (shape_.width + 1) * N, size = shape_.outputs * N;
  std::fill(dx_.begin(), dx_.end(), Real(0));
  for (int t = 0; t < shape_.tokens; ++t)
    std::copy_n(dpredictions_.data() + t * size, size, dx_.data() + (t + 1) * stride - N - size);
}

template <class Real, int N>
void Transformer<Real, N>::layer_forward(Layer& layer, const Real* x) {
  layer.attention.forward(x, layer.norm.input(), work_);
  if (!layer.mlp) return layer.norm.forward(x, layer.output.data());
  layer.norm.forward(x, layer.middle.data());
  layer.mlp->forward(layer.middle.data(), layer.mlp_norm->input());
  layer.mlp_norm->forward(layer.middle.data(), layer.output.data());
}

/// On entry dx_ holds the gradient of the layer's output; on return that of its input, if needs_input.
template <class Real, int N>
void Transformer<Real, N>::layer_backward(Layer& layer, const Real* x, bool needs_input) {
  if (layer.mlp) {
    layer.mlp_norm->backward(dx_.data(), dz_.data());
    layer.mlp->backward(layer.middle.data(), dz_.data(), dhidden_.data(), dx_.data());
  }
  layer.norm.backward(dx_.data(), dz_.data(), needs_input);
  layer.attention.backward(x, dz_.data(), needs_input ? dx_.data() : nullptr, work_);
}

template <class Real, int N>
void Transformer<Real, N>::forward(const Real* tokens) {
  const Real* x = tokens;
  for (Layer& layer : layers_) {
    layer_forward(layer, x);
    x = layer.output.data();
  }
  read_out(x);
}

template <class Real, int N>
void Transformer<Real, N>::backward(const Real* tokens) {
  read_out_backward(layers_.back().output.data());
  for (int l = shape_.depth - 1; l >= 0; --l)
    layer_backward(layers_[l], l > 0 ? layers_[l - 1].output.data() : tokens, l > 0);
}

template <class Real, int N>
void Transformer<Real, N>::evaluate(const Real* tokens, const Real* targets, int active, double* error) {
  forward(tokens);
  squared_error<Real, N>({shape_.tokens, shape_.outputs}, active, predictions_.data(), targets, Real(0), nullptr,
                         error);
}

template <class Real, int N>
void Transformer<Real, N>::accumulate_gradient(const Real* tokens, const Real* targets, int active, Real factor,
                                               double* error) {
  forward(tokens);
  squared_error<Real, N>({shape_.tokens, shape_.outputs}, active, predictions_.data(), targets, factor,
                         dpredictions_.data(), error);
  backward(tokens);
}

template class Transformer<float, 16>;
template class Transformer<float, 8>;
template class Transformer<double, 1>;

}  // namespace icsweep
