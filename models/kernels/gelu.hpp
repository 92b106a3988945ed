// The Gaussian error linear unit in GPT-2's form (Hendrycks and Gimpel 2016), on lanes.
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

/// y = u/2 (1 + tanh s(u)),   s(u) = √(2/π) (u + 0.044715 u³);   `count` lanes. u becomes dy/du; computing tanh again
/// in the backward pass would cost three times as much.
template <class Real, int N>
ICSWEEP_KERNEL void gelu_forward(int count, Real* u, Real* y);

/// dy ← dy · slope, with the slope that gelu_forward left.
template <class Real, int N>
ICSWEEP_KERNEL void gelu_backward(int count, const Real* slope, Real* dy);

}  // namespace icsweep
