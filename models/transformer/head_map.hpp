// A merged map of a head, A or B, and its gradient.
#pragma once

#include <optional>

#include "models/layers/lane_sums.hpp"
#include "models/layers/wide_layers.hpp"

namespace icsweep {

/// y = W x of T tokens, on float32 factors (models/kernels/linear.hpp) or on bfloat16 ones
/// (models/kernels/bfloat16_linear.hpp).
template <class Real, int N>
class HeadMap {
 public:
  HeadMap() = default;
  HeadMap(int tokens, int inputs, int outputs, Precision precision);

  /// Where W (outputs×inputs) is written; take() follows.
  Real* weight() { return weight_.data(); }
  void take();
  /// Writes the gradient of W, summed since the last call.
  void write_gradient(Real* to);
  template <class F>
  void for_each_accumulator(F&& f) {
    if (rounded_) rounded_->for_each_accumulator(f);
    else f(sums_.fold());
  }

  /// Of `tokens` tokens, with float32 factors; all of them with others. bias: outputs, or null. Adds to y if `adds`.
  void forward(int tokens, const Real* x, const Real* bias, Real* y, bool adds);
  /// scratch: for bfloat16 factors, as many scalars as their kernels' memory() says.
  void backward_weight(int tokens, const Real* x, const Real* dy, Real* dbias, Real* scratch);
  void backward_input(int tokens, const Real* dy, Real* dx, bool adds);
  /// The sums over lanes of float32 factors.
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
