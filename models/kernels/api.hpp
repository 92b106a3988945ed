// The kernel library's interface. The library is built once per instruction-set level, and the dynamic loader picks the
// best one that the processor has. Nothing compiled for one level may leak into another, so every function takes plain
// pointers (64-byte aligned lanes, see models/dimensions.hpp), and only names marked ICSWEEP_KERNEL are exported.
#pragma once

#define ICSWEEP_KERNEL __attribute__((visibility("default")))

// Kernels exist for 16 or 8 floats, of which a level trains with one, and for 1 double, the reference. Kernels of the
// other number of floats are correct, but slow: they have small register tiles, which compile in a tenth of the time.
#define ICSWEEP_FOR_EACH_LANE(INSTANTIATE) \
  INSTANTIATE(float, 16)                   \
  INSTANTIATE(float, 8)                    \
  INSTANTIATE(double, 1)

namespace icsweep {

/// Instruction-set level this process computes with: "x86-64-v4", "x86-64-v3" or "plain".
ICSWEEP_KERNEL const char* instruction_set_level();

/// Floats of a lane for training at this level: as many as a register holds, at least 8. A wider lane is processed in
/// pieces, each of which reads a part of every cache line: with 16 at AVX2 attention of width 62 fell from 48 to 34 %
/// of peak.
ICSWEEP_KERNEL int training_lanes();

}  // namespace icsweep
