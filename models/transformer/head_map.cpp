#include "models/transformer/head_map.hpp"

namespace icsweep {

template <class Real, int N>
HeadMap<Real, N>::HeadMap(int tokens, int inputs, int outputs, Precision precision)
    : shape_{tokens, inputs, outputs}, weight_(outputs * inputs) {
  if (precision == Precision::float32) sums_ = LaneSums<Real, N>(weight_.size());
  else rounded_.emplace(tokens, inputs, outputs, false, precision);
}

template <class Real, int N>
void HeadMap<Real, N>::take() {
  if (rounded_) rounded_->set_parameters(weight_.data());
}

template <class Real, int N>
void HeadMap<Real, N>::write_gradient(Real* to) {
  if (rounded_) rounded_->reduce_gradient(to);
  else sums_.write(to);
}

template <class Real, int N>
void HeadMap<Real, N>::forward(int tokens, const Real* x, const Real* bias, Real* y, bool adds) {
  if (rounded_) return rounded_->forward(x, adds ? y : nullptr, y);
  linear_forward<Real, N>({tokens, shape_.inputs, shape_.outputs}, x, weight_.data(), bias, y, adds);
}

template <class Real, int N>
void HeadMap<Real, N>::backward_weight(int tokens, const Real* x, const Real* dy, Real* dbias, Real* scratch) {
  if (rounded_) return rounded_->backward_weight(x, dy, scratch);
  linear_backward_weight<Real, N>({tokens, shape_.inputs, shape_.outputs}, x, dy, sums_.lanes(), dbias);
}

template <class Real, int N>
void HeadMap<Real, N>::backward_input(int tokens, const Real* dy, Real* dx, bool adds) {
  if (rounded_) return rounded_->backward_input(dy, adds ? dx : nullptr, dx);
  linear_backward_input<Real, N>({tokens, shape_.inputs, shape_.outputs}, dy, weight_.data(), dx, adds);
}

#define INSTANTIATE(Real, N) template class HeadMap<Real, N>;
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)
#undef INSTANTIATE

}  // namespace icsweep
