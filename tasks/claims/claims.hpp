// The claims, one function each.
#pragma once

#include "tasks/claims/claim.hpp"

namespace icsweep {

/// Vector in place of s_{t−1} in the first augmented token: 0, or W⁻¹s_1.
enum class FirstPredecessor { zero, inverse };
/// The optimal a_3b_1 for s_1 = 1_d [Prop 2].
double prop2_step(int d, int T_max, FirstPredecessor s0);

#define CLAIM(name) Claim name();
#include "tasks/claims/claims.def"
#undef CLAIM

}  // namespace icsweep
