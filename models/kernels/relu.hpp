// The rectifier of an MLP, on lanes.
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

/// y ← max(y, 0), `count` lanes.
template <class Real, int N>
ICSWEEP_KERNEL void relu_forward(int count, Real* y);

/// dy ← dy where y > 0, else 0; y as relu_forward left it.
template <class Real, int N>
ICSWEEP_KERNEL void relu_backward(int count, const Real* y, Real* dy);

}  // namespace icsweep
