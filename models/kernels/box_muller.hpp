// Normal numbers from uniform ones (Box and Muller 1958).
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

/// Replaces each pair (u, v) of consecutive numbers in (0, 1) by √(−2 ln u) (cos 2πv, sin 2πv): two independent N(0,
/// 1). Within 4 units of the last place of the larger of the two.
ICSWEEP_KERNEL void box_muller(int pairs, double* values);

}  // namespace icsweep
