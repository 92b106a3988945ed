// A merged map of a head, A or B, with its gradient.
#pragma once

#include <optional>

#include "models/layers/lane_sums.hpp"
#include "models/layers/wide_layers.hpp"

namespace icsweep {

/// y = W x of T tokens, with float32 factors (models/kernels/linear.hpp) or bfloat16 ones
/// (models/kernels/bfloat16_linear.hpp).
template <class Real, int N>
class HeadMap {
 public:
  HeadMap() = default;
  HeadMap(int tokens, int inputs, int outputs, Precision precision);

  /// Place for W (outputs×inputs). Call take() after writing it.
  Real* weight() { return weight_.data(); }
  void take();
  /// Writes the gradient of W, summed since the last call.
  void write_gradient(Real* to);
  template <class F>
  void for_each_accumulator(F&& f) {
    if (rounded_) rounded_->for_each_accumulator(f);
    else f(sums_.fold());
  }

  /// float32 factors: computes the first `tokens` tokens; bfloat16: all of them. bias: outputs scalars, or null. Adds
  /// to y if `adds`.
  void forward(int tokens, const Real* x, const Real* bias, Real* y, bool adds);
  /// scratch: for bfloat16 factors, the number of scalars that memory() of their kernels gives.
  void backward_weight(int tokens, const Real* x, const Real* dy, Real* dbias, Real* scratch);
  void backward_input(int tokens, const Real* dy, Real* dx, bool adds);
  /// Lanes of the weight gradient's sums, for float32 factors.
  Real* lanes() { return sums_.lanes(); }

 private:
  LinearShape shape_{};
  AlignedVector<Real> weight_;
  LaneSums<Real, N> sums_;
  std::optional<WideLinearLayer<Real, N>> rounded_;
};

#define ICSWEEP_EXTERN(Real, N) extern template class HeadMap<Real, N>;
ICSWEEP_FOR_EACH_LANE(ICSWEEP_EXTERN)
#undef ICSWEEP_EXTERN

}  // namespace icsweep
