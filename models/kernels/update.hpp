// One update of a model's parameters by its gradient, in the order of operations of PyTorch's optimisers.
#pragma once

#include "models/kernels/adam.hpp"

namespace icsweep {

enum class UpdateRule { adam, adamw, sgd, lion };

/// adam.learning_rate and adam.beta1, beta2 apply to every rule that has them.
struct UpdateSettings {
  AdamSettings adam{};
  UpdateRule rule = UpdateRule::adam;
  double momentum = 0;      ///< sgd's μ
  double weight_decay = 0;  ///< λ
};

/// One update, step = 1, 2, …, of θ, g, m, v: `count` scalars each; m and v start at 0.
///   adam   g ← g + λθ, then adam_step()
///   adamw  θ ← (1 − lr·λ)θ, then adam_step() [Loshchilov and Hutter 2019]
///   sgd    g ← g + λθ,  m ← μm + g,  θ ← θ − lr·m
///   lion   θ ← (1 − lr·λ)θ,  θ ← θ − lr·sign(β₁m + (1−β₁)g),  m ← β₂m + (1−β₂)g [Chen et al. 2023]
/// Writes into g where a rule changes it. Optimisers made of it follow PyTorch's to 1e-6.
template <class Real>
ICSWEEP_KERNEL void update_step(const UpdateSettings& settings, long step, int count, Real* gradient, Real* theta,
                                Real* first_moment, Real* second_moment);

/// ‖g‖² of `count` scalars, summed in double precision in an order that depends on `count` alone. Relative error
/// measured for up to 1e6 scalars: 6.2e-13. The squares of doubles must not overflow.
template <class Real>
ICSWEEP_KERNEL double squared_norm(int count, const Real* gradient);

}  // namespace icsweep
