// Interface of the kernel library.
//
// The library is built once per instruction-set level, and the dynamic loader picks the best one for the processor.
// Code compiled for one level must not leak into another. Every function therefore takes plain pointers (64-byte
// aligned lanes, see models/dimensions.hpp), and only names marked ICSWEEP_KERNEL are exported.
//
// Errors are those that tests/models/kernels allow at every level, for T ≤ 50 and the sizes there. ε is the distance
// from 1 to the next number of the kernel's type: 1.2e-7 for float, 2.2e-16 for double. Σ|·| is the sum of the absolute
// values of all terms of the exact result. A sum with such a bound has no range of its own: every input is valid whose
// terms are finite and do not overflow.
#pragma once

#define ICSWEEP_KERNEL __attribute__((visibility("default")))

// Kernels exist for 16 or 8 floats, of which a level trains with one, and for 1 double, the reference. Kernels of the
// other number of floats are correct but slow: their register tiles are small, and compile in a tenth of the time.
#define ICSWEEP_FOR_EACH_LANE(INSTANTIATE) \
  INSTANTIATE(float, 16)                   \
  INSTANTIATE(float, 8)                    \
  INSTANTIATE(double, 1)

namespace icsweep {

/// Instruction-set level of this process: "x86-64-v4", "x86-64-v3" or "plain".
ICSWEEP_KERNEL const char* instruction_set_level();

/// Floats in a lane for training at this level: those that fill a register, at least 8. A wider lane would be processed
/// in pieces, each reading a part of every cache line: with 16 floats at AVX2, attention of width 62 fell from 48 % to
/// 34 % of peak.
ICSWEEP_KERNEL int training_lanes();

}  // namespace icsweep
