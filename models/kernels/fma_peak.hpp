// The processor's single-precision multiply-add peak, measured: what every speed is stated as a share of.
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

/// Runs `rounds` rounds of independent multiply-adds held in registers and returns the number of floating-point
/// operations done. `sink` receives a value that depends on all of them, so that none can be left out.
ICSWEEP_KERNEL double fma_peak_loop(long rounds, float* sink);

}  // namespace icsweep
