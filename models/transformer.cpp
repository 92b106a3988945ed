#include "models/transformer.hpp"

#include <algorithm>

#include "models/kernels/layer_norm.hpp"
#include "models/kernels/linear.hpp"
#include "models/kernels/linear_attention.hpp"
#include "models/kernels/merge.hpp"
#include "models/kernels/squared_error.hpp"

namespace icsweep {
namespace {

int head_parameters(int D) {
  return 4 * D * D + 3 * D;
}
int layer_parameters(int D) {
  return head_parameters(D) + 3 * D;
}
int layer_features(const TransformerShape& s, int layer) {
  return layer == 0 ? s.features : s.width;
}

}  // namespace

std::vector<ParameterView> parameter_views(const TransformerShape& s) {
  std::vector<ParameterView> views;
  int offset = 0;
  const auto add = [&](std::string name, int rows, int columns) {
    views.push_back({std::move(name), offset, rows, columns});
    offset += rows * columns;
  };
  for (int l = 0; l < s.depth; ++l) {
    const std::string layer = "layers." + std::to_string(l) + ".";
    for (const char* part : {"query", "key", "value"}) add(layer + part + ".weight", s.width, s.width);
    for (const char* part : {"query", "key", "value"}) add(layer + part + ".bias", s.width, 1);
    add(layer + "output.weight", s.width, s.width);
    add(layer + "output.bias", s.width, 1);
    add(layer + "norm.weight", s.width, 1);
    add(layer + "norm.bias", s.width, 1);
  }
  add("readout.weight", s.outputs, s.width);
  add("readout.bias", s.outputs, 1);
  return views;
}

int parameter_count(const TransformerShape& s) {
  return s.depth * layer_parameters(s.width) + s.outputs * (s.width + 1);
}

double training_flop(const TransformerShape& s) {
  const double D = s.width;
  double flop = 6 * s.outputs * (D + 1);
  for (int l = 0; l < s.depth; ++l) {
    const double K = layer_features(s, l) + 1;
    flop += 6 * (K * K + D * K) + 3 * K * (K + 1) + 6 * K * K;
    if (l == 0) flop -= 2 * K * K + 2 * K * (K + 1) + 2 * K * K;
  }
  return flop * s.tokens;
}

double training_bytes(const TransformerShape& s, int lanes, int bytes_per_scalar) {
  const double activations = double(s.tokens) * (s.depth * (4 * s.width + 4) + 5 * s.width + 2 * s.outputs);
  return (activations + parameter_count(s)) * lanes * bytes_per_scalar;
}

template <class Real, int N>
Transformer<Real, N>::Transformer(const TransformerShape& s) : shape_(s), layers_(s.depth), theta_(parameter_count(s)) {
  const int D = s.width, T = s.tokens;
  int offset = 0;
  for (int l = 0; l < s.depth; ++l) {
    const int features = layer_features(s, l), K = features + 1, b = offset + K * K, bias = b + D * K;
    merged_.push_back({features, offset, b, bias, bias + D, bias + 2 * D, bias + 3 * D});
    offset = merged_.back().end;
    auto& a = layers_[l];
    if (l > 0) a.input.resize(T * K * N);
    a.query.resize(T * K * N);
    a.attention.resize(T * K * N);
    a.normal.resize(T * D * N);
    a.inverse_deviation.resize(T * N);
  }
  offset += s.outputs * (D + 1);
  scratch_.resize(MergeShape{D, D}.scratch());
  weights_.resize(offset);
  weight_gradient_.resize(offset);
  gradient_lanes_.resize(std::size_t(offset) * N);
  for (auto* lanes : {&last_, &dx_, &dattention_, &dquery_}) lanes->resize(T * (D + 1) * N);
  for (auto* lanes : {&predictions_, &dpredictions_}) lanes->resize(T * s.outputs * N);
  dnormal_.resize(T * D * N);
}

template <class Real, int N>
void Transformer<Real, N>::set_parameters(std::span<const Real> theta) {
  const int D = shape_.width;
  std::copy(theta.begin(), theta.end(), theta_.begin());
  const Real* from = theta_.data();
  for (const auto& at : merged_) {
    merge_head<Real>({D, at.features}, from, scratch_.data(), &weights_[at.a], &weights_[at.b]);
    from += head_parameters(D);
    std::copy(from, from + 3 * D, &weights_[at.bias]);
    from += 3 * D;
  }
  const Real* bias = from + shape_.outputs * D;
  for (int o = 0; o < shape_.outputs; ++o) {
    Real* row = std::copy(from + o * D, from + (o + 1) * D, weights_.data() + merged_.back().end + o * (D + 1));
    *row = bias[o];
  }
}

template <class Real, int N>
void Transformer<Real, N>::take_gradient(std::span<Real> gradient) {
  const int D = shape_.width;
  sum_lanes<Real, N>(int(weights_.size()), gradient_lanes_.data(), weight_gradient_.data());
  const Real* from = theta_.data();
  Real* to = gradient.data();
  for (const auto& at : merged_) {
    merge_head_backward<Real>({D, at.features}, from, &weight_gradient_[at.a], &weight_gradient_[at.b], scratch_.data(),
                              to);
    from += layer_parameters(D);
    to += head_parameters(D);
    to = std::copy(&weight_gradient_[at.bias], weight_gradient_.data() + at.end, to);
  }
  Real* bias = to + shape_.outputs * D;
  for (int o = 0; o < shape_.outputs; ++o) {
    const Real* row = weight_gradient_.data() + merged_.back().end + o * (D + 1);
    std::copy(row, row + D, to + o * D);
    bias[o] = row[D];
  }
}

/// q = A x,  z = Attn(x, q),  y = x + LN(B z + b)
template <class Real, int N>
void Transformer<Real, N>::layer_forward(const Merged& at, const Real* x, Activations& a, Real* y) {
  const int T = shape_.tokens, D = shape_.width, K = at.features + 1;
  const Real* w = weights_.data();
  linear_forward<Real, N>({T, K, K}, x, w + at.a, nullptr, a.query.data());
  linear_attention_forward<Real, N>({T, K}, x, a.query.data(), a.attention.data());
  linear_forward<Real, N>({T, K, D}, a.attention.data(), w + at.b, w + at.bias, a.normal.data());
  layer_norm_forward<Real, N>({T, D, at.features}, a.normal.data(), x, w + at.gamma, w + at.beta,
                              a.inverse_deviation.data(), y);
}

/// dx_ holds the gradient of the layer's output on entry and, if needs_input, of its input on return: the residual
/// passes it on.
template <class Real, int N>
void Transformer<Real, N>::layer_backward(const Merged& at, const Real* x, const Activations& a, bool needs_input) {
  const int T = shape_.tokens, D = shape_.width, K = at.features + 1;
  const Real* w = weights_.data();
  Real* lanes = gradient_lanes_.data();
  layer_norm_backward<Real, N>({T, D, at.features}, a.normal.data(), a.inverse_deviation.data(), w + at.gamma,
                               dx_.data(), dnormal_.data(), lanes + at.gamma * N, lanes + at.beta * N);
  linear_backward_weight<Real, N>({T, K, D}, a.attention.data(), dnormal_.data(), lanes + at.b * N,
                                  lanes + at.bias * N);
  linear_backward_input<Real, N>({T, K, D}, dnormal_.data(), w + at.b, dattention_.data(), false);
  linear_attention_backward<Real, N>({T, K}, x, a.query.data(), dattention_.data(), dquery_.data(),
                                     needs_input ? dx_.data() : nullptr);
  linear_backward_weight<Real, N>({T, K, K}, x, dquery_.data(), lanes + at.a * N, nullptr);
  if (needs_input) linear_backward_input<Real, N>({T, K, K}, dquery_.data(), w + at.a, dx_.data(), true);
}

template <class Real, int N>
void Transformer<Real, N>::forward(const Real* tokens) {
  const Real* x = tokens;
  for (int l = 0; l < shape_.depth; ++l) {
    Real* y = l + 1 < shape_.depth ? layers_[l + 1].input.data() : last_.data();
    layer_forward(merged_[l], x, layers_[l], y);
    x = y;
  }
  linear_forward<Real, N>({shape_.tokens, shape_.width + 1, shape_.outputs}, x, weights_.data() + merged_.back().end,
                          nullptr, predictions_.data());
}

template <class Real, int N>
void Transformer<Real, N>::backward(const Real* tokens) {
  const LinearShape readout{shape_.tokens, shape_.width + 1, shape_.outputs};
  const int at = merged_.back().end;
  linear_backward_weight<Real, N>(readout, last_.data(), dpredictions_.data(), gradient_lanes_.data() + at * N,
                                  nullptr);
  linear_backward_input<Real, N>(readout, dpredictions_.data(), weights_.data() + at, dx_.data(), false);
  for (int l = shape_.depth - 1; l >= 0; --l)
    layer_backward(merged_[l], l > 0 ? layers_[l].input.data() : tokens, layers_[l], l > 0);
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
template class Transformer<double, 8>;
template class Transformer<double, 1>;

}  // namespace icsweep
