// Measures the processor's single-precision multiply-add peak, and the speed of a loop that loads its operands as the
// kernels do. All speeds are stated as shares of this peak.
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

/// Runs `rounds` rounds of independent multiply-adds held in registers. Returns the number of floating-point
/// operations. `sink` receives a value that depends on all of them, so the compiler cannot drop any.
ICSWEEP_KERNEL double fma_peak_loop(long rounds, float* sink);

/// Runs `rounds` register tiles of a linear map of 64 terms, with their loads from the first cache. Arguments and
/// result as above.
ICSWEEP_KERNEL double fma_loaded_loop(long rounds, float* sink);

}  // namespace icsweep
