// The rectifier of an MLP, on lanes.
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

/// y ← max(y, 0), `count` lanes; exact.
template <class Real, int N>
ICSWEEP_KERNEL void relu_forward(int count, Real* y);

/// dy ← dy where y > 0, else 0, with y from relu_forward; exact.
template <class Real, int N>
ICSWEEP_KERNEL void relu_backward(int count, const Real* y, Real* dy);

}  // namespace icsweep
