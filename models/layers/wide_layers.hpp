// Layers of a decoder.
//
// Each layer owns its weights, its gradients and the values of the forward pass that its backward pass needs. Each
// reads its part of the flat parameter block and returns the pointer after it. for_each_accumulator() passes to f the
// sums from which reduce_gradient() makes the gradient (models/transformer/layers.hpp). A layer is made for a number of
// tokens; set_tokens() sets a smaller T for the following calls.
#pragma once

#include <algorithm>
#include <span>

#include "models/aligned.hpp"
#include "models/layers/lane_sums.hpp"
#include "models/layers/wide_kernels.hpp"

namespace icsweep {

/// y = base + W x + b;   x: T×inputs lanes; base, y: T×outputs lanes.
template <class Real, int N>
class WideLinearLayer {
 public:
  WideLinearLayer(int tokens, int inputs, int outputs, bool biased = true, Precision precision = Precision::float32);
  void set_tokens(int tokens) { shape_.tokens = tokens; }
  /// Multiplies weight and bias by `scale` in the first `scaled` rows.
  const Real* set_parameters(const Real* theta, int scaled = 0, Real scale = 1);
  /// Writes the gradient with respect to the parameters passed to set_parameters(), summed since the last call.
  Real* reduce_gradient(Real* gradient);
  template <class F>
  void for_each_accumulator(F&& f) {
    f(sums_), f(bias_gradient_);
    accumulates_ = false;
  }
  /// base may be null or y.
  void forward(const Real* x, const Real* base, Real* y);
  /// y = max(W x + b, 0). The map must have a bias.
  void forward_relu(const Real* x, Real* y);
  /// scratch: scratch() scalars of working memory.
  void backward_weight(const Real* x, const Real* dy, Real* scratch);
  /// dx = base + Wᵀ dy; base may be null or dx.
  void backward_input(const Real* dy, const Real* base, Real* dx);
  /// Both backward passes; dx must not be x.
  void backward(const Real* x, const Real* dy, const Real* base, Real* scratch, Real* dx);
  /// dx = Wᵀ dy where relu, the map's input, is above 0; 0 elsewhere.
  void backward_relu(const Real* dy, const Real* relu, Real* dx);

  int outputs() const { return shape_.outputs; }
  bool biased() const { return !bias_gradient_.empty(); }
  int scratch() const { return memory_.scratch; }

 private:
  int weights() const { return shape_.inputs * shape_.outputs; }
  void scale_rows(Real* theta) const;
  /// Calls product(shape, first) for all tokens, or for halves of them that start at token `first`.
  template <class Product>
  void share_tokens(int inputs, int outputs, Product&& product) const;

  LinearShape shape_;
  const WideLinearKernels<Real, N>* kernels_;
  WideLinearMemory memory_;
  int scaled_ = 0;
  Real scale_ = 1;
  bool accumulates_ = false;                            // the sums hold a backward pass that nobody has read yet
  AlignedVector<Real> theta_, packed_, transposed_;     // theta: outputs×inputs, then the bias if there is one
  AlignedVector<Real> sums_, bias_gradient_, rounded_;  // rounded_: working memory of bfloat16
};

/// y = Norm(x) of either kind, T×D lanes.
template <class Real, int N>
class WideNormLayer {
 public:
  WideNormLayer(int tokens, int width, NormKind kind);
  void set_tokens(int tokens) { tokens_ = tokens; }
  const Real* set_parameters(const Real* theta);
  Real* reduce_gradient(Real* gradient);
  template <class F>
  void for_each_accumulator(F&& f) {
    f(sums_.fold());
  }
  void forward(const Real* x);
  /// Output of the last forward pass.
  const Real* output() const { return output_.data(); }
  /// dx = base + …; base may be null, and dy, base and dx may be the same.
  void backward(const Real* dy, const Real* base, Real* dx);

 private:
  int tokens_, width_;
  NormKind kind_;
  AlignedVector<Real> affine_;  // γ, and β of a layer norm
  LaneSums<Real, N> sums_;
  AlignedVector<Real> normal_, inverse_deviation_, output_;  // the second: 1/√(mean square + ε) for an rms norm
};

/// y = base + W_2 σ(W_1 x + b_1) + b_2, hidden width M, σ GELU or the rectifier.
template <class Real, int N>
class WideFeedForwardLayer {
 public:
  WideFeedForwardLayer(int tokens, int width, int hidden, Activation activation, Precision precision);
  void set_tokens(int tokens);
  const Real* set_parameters(const Real* theta);
  Real* reduce_gradient(Real* gradient);
  template <class F>
  void for_each_accumulator(F&& f) {
    expand_.for_each_accumulator(f), contract_.for_each_accumulator(f);
  }
  void forward(const Real* x, const Real* base, Real* y);
  /// dx = base + …; base may be null, and dy, base and dx may be the same. dhidden: T×M lanes of working memory.
  void backward(const Real* x, const Real* dy, const Real* base, Real* scratch, Real* dhidden, Real* dx);

  int scratch() const { return std::max(expand_.scratch(), contract_.scratch()); }

 private:
  int tokens_, features_;  // of the hidden layer
  Activation activation_;
  WideLinearLayer<Real, N> expand_, contract_;
  AlignedVector<Real> hidden_, slope_;  // slope: GELU's argument, then its slope
};

#define ICSWEEP_EXTERN(Real, N)                   \
  extern template class WideLinearLayer<Real, N>; \
  extern template class WideNormLayer<Real, N>;   \
  extern template class WideFeedForwardLayer<Real, N>;
ICSWEEP_FOR_EACH_LANE(ICSWEEP_EXTERN)
#undef ICSWEEP_EXTERN

}  // namespace icsweep
