// Adam (Kingma and Ba 2014) with PyTorch's defaults and order of operations.
#pragma once

#include "models/kernels/api.hpp"

namespace icsweep {

struct AdamSettings {
  double learning_rate = 1e-3, beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
};

/// One update, step = 1, 2, …:  m ← β₁m + (1−β₁)g,  v ← β₂v + (1−β₂)g²,
/// θ ← θ − lr/(1−β₁^step) · m / (√v/√(1−β₂^step) + ε).   θ, g, m, v: `count` scalars each; m and v start at 0.
/// Tested with |g| from 1e-12 to 1e6: after s steps θ differs from the definition in double by at most s·(|θ| + 100·lr)
/// machine epsilons.
template <class Real>
ICSWEEP_KERNEL void adam_step(const AdamSettings& settings, long step, int count, const Real* gradient, Real* theta,
                              Real* first_moment, Real* second_moment);

}  // namespace icsweep
