// Measures the processor's single-precision multiply-add peak, of which every speed is stated as a share.
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

/// Runs `rounds` rounds of independent multiply-adds held in registers and returns the number of floating-point
/// operations. `sink` receives a value that depends on all of them, so that the compiler can leave out none.
ICSWEEP_KERNEL double fma_peak_loop(long rounds, float* sink);

}  // namespace icsweep
