// Normal numbers from uniform ones (Box and Muller 1958).
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

/// Replaces each pair (u, v) of consecutive numbers by √(−2 ln u) (cos 2πv, sin 2πv): two independent N(0, 1) numbers.
/// Valid for u and v in the open interval (0, 1). Each result is within 4 units in the last place of the larger of the
/// two.
ICSWEEP_KERNEL void box_muller(int pairs, double* values);

}  // namespace icsweep
