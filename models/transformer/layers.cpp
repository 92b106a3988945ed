#include "models/transformer/layers.hpp"

#include <algorithm>

#include "models/kernels/relu.hpp"

namespace icsweep {

template <class Real, int N>
LinearLayer<Real, N>::LinearLayer(int tokens, int inputs, int outputs, Bias bias, bool centred)
    : shape_{tokens, inputs + (bias == Bias::column), outputs},
      bias_(bias),
      centred_(centred),
      weight_(shape_.outputs * (shape_.inputs + (bias == Bias::vector))),
      dweight_(weight_.size()),
      sums_(weight_.size()) {}

template <class Real, int N>
const Real* LinearLayer<Real, N>::set_parameters(const Real* theta) {
  const int inputs = shape_.inputs - (bias_ == Bias::column), outputs = shape_.outputs;
  const Real* bias_from = theta + inputs * outputs;
  for (int o = 0; o < outputs; ++o) {
    Real* row = std::copy_n(theta + o * inputs, inputs, weight_.data() + o * shape_.inputs);
    (bias_ == Bias::column ? *row : weight_[shape_.inputs * outputs + o]) = bias_from[o];
  }
  if (centred_) centre(weight_.data());
  return bias_from + outputs;
}

template <class Real, int N>
Real* LinearLayer<Real, N>::reduce_gradient(Real* gradient) {
  const int inputs = shape_.inputs - (bias_ == Bias::column), outputs = shape_.outputs;
  sums_.write(dweight_.data());
  if (centred_) centre(dweight_.data());
  Real* bias_to = gradient + inputs * outputs;
  for (int o = 0; o < outputs; ++o) {
    const Real* row = dweight_.data() + o * shape_.inputs;
    std::copy_n(row, inputs, gradient + o * inputs);
    bias_to[o] = bias_ == Bias::column ? row[inputs] : dweight_[shape_.inputs * outputs + o];
  }
  return bias_to + outputs;
}

/// Centres the weights or their gradient. A bias vector, stored after the weights, is one more column.
template <class Real, int N>
void LinearLayer<Real, N>::centre(Real* weights) const {
  centre_columns(shape_.outputs, shape_.inputs, weights);
  if (bias_ == Bias::vector) centre_columns(shape_.outputs, 1, weights + shape_.inputs * shape_.outputs);
}

template <class Real, int N>
void LinearLayer<Real, N>::forward(const Real* x, Real* y) const {
  const Real* bias = bias_ == Bias::vector ? weight_.data() + shape_.inputs * shape_.outputs : nullptr;
  linear_forward<Real, N>(shape_, x, weight_.data(), bias, y);
}

template <class Real, int N>
void LinearLayer<Real, N>::backward(const Real* x, const Real* dy, Real* dx, bool accumulate) {
  linear_backward_weight<Real, N>(shape_, x, dy, sums_.lanes(), bias_lanes());
  linear_backward_input<Real, N>(shape_, dy, weight_.data(), dx, accumulate);
}

template <class Real, int N>
NormLayer<Real, N>::NormLayer(const TransformerShape& s, int features)
    : shape_{s.tokens, s.width, features, s.residual},
      parameters_(s.normed() ? 2 * s.width : 0),
      affine_(2 * s.width),
      sums_(affine_.size()),
      centred_(s.tokens * s.width * N),
      inverse_deviation_(s.tokens * N) {}

template <class Real, int N>
const Real* NormLayer<Real, N>::set_parameters(const Real* theta) {
  std::copy_n(theta, parameters_, affine_.data());
  return theta + parameters_;
}

template <class Real, int N>
Real* NormLayer<Real, N>::reduce_gradient(Real* gradient) {
  if (parameters_ > 0) sums_.write(gradient);
  return gradient + parameters_;
}

template <class Real, int N>
void NormLayer<Real, N>::forward(const Real* x, Real* y) {
  layer_norm_forward<Real, N>(shape_, centred_.data(), x, affine_.data(), affine_.data() + shape_.width,
                              inverse_deviation_.data(), y);
}

template <class Real, int N>
void NormLayer<Real, N>::backward(Real* dy, Real* dz, bool needs_residual) {
  NormShape shape = shape_;
  if (!needs_residual && takes_centred(shape.residual)) shape.residual = Residual::branch_norm;  // leaves dy unchanged
  layer_norm_backward<Real, N>(shape, centred_.data(), inverse_deviation_.data(), affine_.data(), dy, dz, sums_.lanes(),
                               sums_.lanes() + shape_.width * N);
}

template <class Real, int N>
FeedForwardLayer<Real, N>::FeedForwardLayer(const TransformerShape& s)
    : expand_(s.tokens, s.width, s.hidden, Bias::column),
      contract_(s.tokens, s.hidden, s.width, Bias::vector, takes_centred(s.residual)),
      hidden_(s.tokens * s.hidden * N) {}

template <class Real, int N>
const Real* FeedForwardLayer<Real, N>::set_parameters(const Real* theta) {
  return contract_.set_parameters(expand_.set_parameters(theta));
}

template <class Real, int N>
Real* FeedForwardLayer<Real, N>::reduce_gradient(Real* gradient) {
  return contract_.reduce_gradient(expand_.reduce_gradient(gradient));
}

template <class Real, int N>
void FeedForwardLayer<Real, N>::forward(const Real* x, Real* z) {
  expand_.forward(x, hidden_.data());
  relu_forward<Real, N>(int(hidden_.size() / N), hidden_.data());
  contract_.forward(hidden_.data(), z);
}

template <class Real, int N>
void FeedForwardLayer<Real, N>::backward(const Real* x, const Real* dz, Real* dhidden, Real* dx) {
  contract_.backward(hidden_.data(), dz, dhidden, false);
  relu_backward<Real, N>(int(hidden_.size() / N), hidden_.data(), dhidden);
  expand_.backward(x, dhidden, dx, true);
}

#define INSTANTIATE(Real, N)           \
  template class LinearLayer<Real, N>; \
  template class NormLayer<Real, N>;   \
  template class FeedForwardLayer<Real, N>;
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)
#undef INSTANTIATE

}  // namespace icsweep
