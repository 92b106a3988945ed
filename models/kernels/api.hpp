// The kernel library's interface. The library is built once per instruction-set level and the dynamic loader picks the
// best one the processor has, so nothing compiled for one level may leak into another: every function takes plain
// pointers (64-byte aligned lanes, see models/dimensions.hpp) and only names marked ICSWEEP_KERNEL are exported.
#pragma once

#define ICSWEEP_KERNEL __attribute__((visibility("default")))

// Kernels exist for 16 floats (training), 8 doubles (double-precision experiments) and 1 double (the reference of the
// tests).
#define ICSWEEP_FOR_EACH_LANE(INSTANTIATE) \
  INSTANTIATE(float, 16)                   \
  INSTANTIATE(double, 8)                   \
  INSTANTIATE(double, 1)

namespace icsweep {

/// Instruction-set level this process computes with: "x86-64-v4", "x86-64-v3", "x86-64-v2" or "plain".
ICSWEEP_KERNEL const char* instruction_set_level();

}  // namespace icsweep
