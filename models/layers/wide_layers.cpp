#include "models/layers/wide_layers.hpp"

#include <algorithm>
#include <utility>

#include "models/kernels/gelu.hpp"
#include "models/kernels/wide_layer_norm.hpp"
#include "models/kernels/wide_rms_norm.hpp"
#include "models/layers/partner.hpp"

namespace icsweep {

template <class Real, int N>
WideLinearLayer<Real, N>::WideLinearLayer(int tokens, int inputs, int outputs, bool biased, Precision precision)
    : shape_{tokens, inputs, outputs},
      kernels_(&wide_kernels<Real, N>(precision)),
      memory_(kernels_->memory(shape_)),
      theta_(outputs * (inputs + biased)),
      packed_(memory_.packed),
      transposed_(memory_.transposed),
      sums_(memory_.sums),
      bias_gradient_(biased ? outputs : 0),
      rounded_(memory_.rounded) {}

template <class Real, int N>
void WideLinearLayer<Real, N>::scale_rows(Real* theta) const {
  for (int i = 0; i < scaled_ * shape_.inputs; ++i) theta[i] *= scale_;
  for (int o = 0; o < (biased() ? scaled_ : 0); ++o) theta[weights() + o] *= scale_;
}

template <class Real, int N>
const Real* WideLinearLayer<Real, N>::set_parameters(const Real* theta, int scaled, Real scale) {
  std::copy_n(theta, theta_.size(), theta_.data());
  scaled_ = scaled;
  scale_ = scale;
  scale_rows(theta_.data());
  kernels_->pack(shape_, theta_.data(), packed_.data(), transposed_.data());
  return theta + theta_.size();
}

template <class Real, int N>
Real* WideLinearLayer<Real, N>::reduce_gradient(Real* gradient) {
  kernels_->reduce_gradient(shape_, sums_.data(), gradient);
  std::copy(bias_gradient_.begin(), bias_gradient_.end(), gradient + weights());
  accumulates_ = false;
  scale_rows(gradient);
  return gradient + theta_.size();
}

/// One thread only for bfloat16, whose working memory two threads cannot share.
template <class Real, int N>
template <class Product>
void WideLinearLayer<Real, N>::share_tokens(int inputs, int outputs, Product&& product) const {
  if (!rounded_.empty()) return product(LinearShape{shape_.tokens, inputs, outputs}, 0);
  share_halves(shape_.tokens, [&](int first, int count) { product(LinearShape{count, inputs, outputs}, first); });
}

template <class Real, int N>
void WideLinearLayer<Real, N>::forward(const Real* x, const Real* base, Real* y) {
  const Real* bias = biased() ? theta_.data() + weights() : nullptr;
  share_tokens(shape_.inputs, shape_.outputs, [&](const LinearShape& s, int first) {
    const int at = first * s.outputs * N;
    kernels_->forward(s, x + first * s.inputs * N, packed_.data(), bias, base ? base + at : nullptr, rounded_.data(),
                      y + at);
  });
}

template <class Real, int N>
void WideLinearLayer<Real, N>::forward_relu(const Real* x, Real* y) {
  share_tokens(shape_.inputs, shape_.outputs, [&](const LinearShape& s, int first) {
    kernels_->forward_relu(s, x + first * s.inputs * N, packed_.data(), theta_.data() + weights(), rounded_.data(),
                           y + first * s.outputs * N);
  });
}

template <class Real, int N>
void WideLinearLayer<Real, N>::backward_weight(const Real* x, const Real* dy, Real* scratch) {
  kernels_->backward_weight(shape_, x, dy, scratch, sums_.data(), biased() ? bias_gradient_.data() : nullptr,
                            std::exchange(accumulates_, true));
}

template <class Real, int N>
void WideLinearLayer<Real, N>::backward_input(const Real* dy, const Real* base, Real* dx) {
  kernels_->forward({shape_.tokens, shape_.outputs, shape_.inputs}, dy, transposed_.data(), nullptr, base,
                    rounded_.data(), dx);
}

template <class Real, int N>
void WideLinearLayer<Real, N>::backward(const Real* x, const Real* dy, const Real* base, Real* scratch, Real* dx) {
  share_both([&] { backward_weight(x, dy, scratch); }, [&] { backward_input(dy, base, dx); });
}

template <class Real, int N>
void WideLinearLayer<Real, N>::backward_relu(const Real* dy, const Real* relu, Real* dx) {
  kernels_->backward_relu({shape_.tokens, shape_.outputs, shape_.inputs}, dy, transposed_.data(), relu, rounded_.data(),
                          dx);
}

template <class Real, int N>
WideNormLayer<Real, N>::WideNormLayer(int tokens, int width, NormKind kind)
    : tokens_(tokens),
      width_(width),
      kind_(kind),
      affine_(kind == NormKind::layer ? 2 * width : width),
      sums_(affine_.size()),
      normal_(tokens * width * N),
      inverse_deviation_(tokens * N),
      output_(normal_.size()) {}

template <class Real, int N>
const Real* WideNormLayer<Real, N>::set_parameters(const Real* theta) {
  std::copy_n(theta, affine_.size(), affine_.data());
  return theta + affine_.size();
}

template <class Real, int N>
Real* WideNormLayer<Real, N>::reduce_gradient(Real* gradient) {
  sums_.write(gradient);
  return gradient + affine_.size();
}

template <class Real, int N>
void WideNormLayer<Real, N>::forward(const Real* x) {
  share_halves(tokens_, [&](int first, int count) {
    const int at = first * width_ * N;
    Real *normal = normal_.data() + at, *inverse = inverse_deviation_.data() + first * N, *y = output_.data() + at;
    if (kind_ == NormKind::layer)
      wide_layer_norm_forward<Real, N>(count, width_, x + at, affine_.data(), affine_.data() + width_, normal, inverse,
                                       y);
    else wide_rms_norm_forward<Real, N>(count, width_, x + at, affine_.data(), normal, inverse, y);
  });
}

template <class Real, int N>
void WideNormLayer<Real, N>::backward(const Real* dy, const Real* base, Real* dx) {
  if (kind_ == NormKind::layer)
    wide_layer_norm_backward<Real, N>(tokens_, width_, normal_.data(), inverse_deviation_.data(), affine_.data(), dy,
                                      base, dx, sums_.lanes(), sums_.lanes() + width_ * N);
  else
    wide_rms_norm_backward<Real, N>(tokens_, width_, normal_.data(), inverse_deviation_.data(), affine_.data(), dy,
                                    base, dx, sums_.lanes());
}

template <class Real, int N>
WideFeedForwardLayer<Real, N>::WideFeedForwardLayer(int tokens, int width, int hidden, Activation activation,
                                                    Precision precision)
    : tokens_(tokens),
      features_(hidden),
      activation_(activation),
      expand_(tokens, width, hidden, true, precision),
      contract_(tokens, hidden, width, true, precision),
      hidden_(tokens * hidden * N),
      slope_(activation == Activation::gelu ? hidden_.size() : 0) {}

template <class Real, int N>
void WideFeedForwardLayer<Real, N>::set_tokens(int tokens) {
  tokens_ = tokens;
  expand_.set_tokens(tokens);
  contract_.set_tokens(tokens);
}

template <class Real, int N>
const Real* WideFeedForwardLayer<Real, N>::set_parameters(const Real* theta) {
  return contract_.set_parameters(expand_.set_parameters(theta));
}

template <class Real, int N>
Real* WideFeedForwardLayer<Real, N>::reduce_gradient(Real* gradient) {
  return contract_.reduce_gradient(expand_.reduce_gradient(gradient));
}

template <class Real, int N>
void WideFeedForwardLayer<Real, N>::forward(const Real* x, const Real* base, Real* y) {
  if (activation_ == Activation::gelu) {
    expand_.forward(x, nullptr, slope_.data());
    share_halves(tokens_ * features_, [&](int first, int count) {
      gelu_forward<Real, N>(count, slope_.data() + first * N, hidden_.data() + first * N);
    });
  } else {
    expand_.forward_relu(x, hidden_.data());
  }
  contract_.forward(hidden_.data(), base, y);
}

template <class Real, int N>
void WideFeedForwardLayer<Real, N>::backward(const Real* x, const Real* dy, const Real* base, Real* scratch,
                                             Real* dhidden, Real* dx) {
  if (activation_ == Activation::gelu) {
    contract_.backward(hidden_.data(), dy, nullptr, scratch, dhidden);
    share_halves(tokens_ * features_, [&](int first, int count) {
      gelu_backward<Real, N>(count, slope_.data() + first * N, dhidden + first * N);
    });
  } else {
    share_both([&] { contract_.backward_weight(hidden_.data(), dy, scratch); },
               [&] { contract_.backward_relu(dy, hidden_.data(), dhidden); });
  }
  expand_.backward(x, dhidden, base, scratch, dx);
}

#define INSTANTIATE(Real, N)               \
  template class WideLinearLayer<Real, N>; \
  template class WideNormLayer<Real, N>;   \
  template class WideFeedForwardLayer<Real, N>;
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)
#undef INSTANTIATE

}  // namespace icsweep
