// Measures the processor's single-precision multiply-add peak, and the speed of a loop that loads its operands as the
// kernels do. Every speed is stated as a share of the peak.
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

/// Runs `rounds` rounds of independent multiply-adds held in registers and returns the number of floating-point
/// operations. `sink` receives a value that depends on all of them, so that the compiler can leave out none.
ICSWEEP_KERNEL double fma_peak_loop(long rounds, float* sink);

/// Likewise `rounds` register tiles of a linear map, of 64 terms, with their loads; all are in the first cache.
ICSWEEP_KERNEL double fma_loaded_loop(long rounds, float* sink);

}  // namespace icsweep
