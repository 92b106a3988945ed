// Layers of a Transformer.
//
// Each layer owns its weights, its lane gradients and the values of the forward pass that its backward pass needs. Each
// reads its part of the flat parameter block and returns the pointer after it. for_each_accumulator() passes to f the
// vectors of sums from which reduce_gradient() makes the gradient. f may exchange them for others of the same sizes;
// the next backward pass overwrites their contents.
#pragma once

#include <algorithm>
#include <span>

#include "models/aligned.hpp"
#include "models/kernels/linear.hpp"
#include "models/layers/lane_sums.hpp"
#include "models/transformer/transformer_shape.hpp"

namespace icsweep {

/// W ← C W with C = I − 1 1ᵀ/D, for W of D×K: subtracts its mean from every column. A norm after the map then need not
/// subtract the mean of every token, since LN(W x) = LN(C W x). C is its own transpose, so dW = C d(C W).
template <class Real>
void centre_columns(int rows, int columns, Real* matrix) {
  constexpr int some = 16;  // columns side by side
  for (int first = 0; first < columns; first += some) {
    const int count = std::min(some, columns - first);
    Real mean[some] = {};
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < count; ++c) mean[c] += matrix[r * columns + first + c];
    for (Real& m : mean) m /= Real(rows);
    for (int r = 0; r < rows; ++r)
      for (int c = 0; c < count; ++c) matrix[r * columns + first + c] -= mean[c];
  }
}

/// Place of a map's bias: a column of the weight, for tokens with a constant 1 after their features, or a vector.
enum class Bias { column, vector };

/// y = W x + b;   x: T×inputs lanes, or T×(inputs+1) with the constant 1; y: T×outputs lanes.
template <class Real, int N>
class LinearLayer {
 public:
  /// centred: computes y − mean y in place of y.
  LinearLayer(int tokens, int inputs, int outputs, Bias bias, bool centred = false);
  const Real* set_parameters(const Real* theta);
  Real* reduce_gradient(Real* gradient);
  template <class F>
  void for_each_accumulator(F&& f) {
    f(sums_.fold());
  }
  void forward(const Real* x, Real* y) const;
  /// Adds to dx when `accumulate`, overwrites it otherwise.
  void backward(const Real* x, const Real* dy, Real* dx, bool accumulate);

 private:
  void centre(Real* weights) const;
  Real* bias_lanes() { return bias_ == Bias::vector ? sums_.lanes() + shape_.inputs * shape_.outputs * N : nullptr; }

  LinearShape shape_;  // inputs with the constant 1
  Bias bias_;
  bool centred_;
  AlignedVector<Real> weight_, dweight_;  // outputs×inputs, then the bias if it is a vector
  LaneSums<Real, N> sums_;
};

/// y = Norm(x, z) (models/kernels/layer_norm.hpp). z must have mean 0 if takes_centred(). Without a norm the layer has
/// no parameters.
template <class Real, int N>
class NormLayer {
 public:
  NormLayer(const TransformerShape& shape, int features);
  const Real* set_parameters(const Real* theta);
  Real* reduce_gradient(Real* gradient);
  template <class F>
  void for_each_accumulator(F&& f) {
    if (parameters_ > 0) f(sums_.fold());
  }
  /// Place where the previous layer writes z, T×D lanes.
  Real* input() { return centred_.data(); }
  void forward(const Real* x, Real* y);
  /// Turns dy into the gradient that reaches x past the layer, if that is needed. dz: T×D lanes.
  void backward(Real* dy, Real* dz, bool needs_residual = true);

 private:
  NormShape shape_;
  int parameters_;              // 0 if there is only a residual
  AlignedVector<Real> affine_;  // γ, β
  LaneSums<Real, N> sums_;
  AlignedVector<Real> centred_, inverse_deviation_;
};

/// z = W_2 max(W_1 x + b_1, 0) + b_2, centred if the following norm expects it.   x: T×(D+1) lanes, the last of each
/// token 1; z: T×D lanes.
template <class Real, int N>
class FeedForwardLayer {
 public:
  explicit FeedForwardLayer(const TransformerShape& shape);
  const Real* set_parameters(const Real* theta);
  Real* reduce_gradient(Real* gradient);
  template <class F>
  void for_each_accumulator(F&& f) {
    expand_.for_each_accumulator(f);
    contract_.for_each_accumulator(f);
  }
  void forward(const Real* x, Real* z);
  /// Adds to dx. dhidden: T×M lanes of working memory.
  void backward(const Real* x, const Real* dz, Real* dhidden, Real* dx);

 private:
  LinearLayer<Real, N> expand_, contract_;
  AlignedVector<Real> hidden_;  // T×M lanes
};

extern template class LinearLayer<float, 16>;
extern template class LinearLayer<float, 8>;
extern template class LinearLayer<double, 1>;
extern template class NormLayer<float, 16>;
extern template class NormLayer<float, 8>;
extern template class NormLayer<double, 1>;
extern template class FeedForwardLayer<float, 16>;
extern template class FeedForwardLayer<float, 8>;
extern template class FeedForwardLayer<double, 1>;

}  // namespace icsweep
