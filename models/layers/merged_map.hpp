// A linear map merged with the one before it: W (E x + c) + b = (W E) x + (W c + b).
#pragma once

#include "models/layers/wide_layers.hpp"

namespace icsweep {

/// For tokens of F features that a map E brings to width D > F. The following map of O outputs then costs O·F instead
/// of O·D multiply-adds per token, three times in training. The merged weights are computed once per batch: W maps the
/// columns of E and c as tokens of D features in lanes. The algebra is exact.
template <class Real, int N>
class MergedMap {
 public:
  MergedMap(int features, int width, int outputs);

  /// before: E (D×F), then c (D). theta: W (O×D), then b (O). Returns W E (O×F), then W c + b (O); valid until the next
  /// call.
  const Real* merge(const Real* before, const Real* theta);
  /// Place for the gradient of merge()'s result. reduce_gradient() applies the chain rule: it writes the gradient of
  /// theta and adds to that of `before`.
  Real* gradient() { return merged_.data(); }
  void reduce_gradient(Real* dtheta, Real* dbefore);
  /// Number of scalars in theta.
  int count() const { return outputs_ * (width_ + 1); }

 private:
  int columns_tokens() const { return (features_ + N) / N; }

  int features_, width_, outputs_;
  WideLinearLayer<Real, N> map_;                      // W, without b
  AlignedVector<Real> columns_, dcolumns_, results_;  // [E c] and [W E | W c] by columns, N in a token
  AlignedVector<Real> merged_, scratch_;
};

#define ICSWEEP_EXTERN(Real, N) extern template class MergedMap<Real, N>;
ICSWEEP_FOR_EACH_LANE(ICSWEEP_EXTERN)
#undef ICSWEEP_EXTERN

}  // namespace icsweep
