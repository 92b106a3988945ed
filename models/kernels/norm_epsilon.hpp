// The number that every layer normalisation adds to the variance.
#pragma once

namespace icsweep {

/// PyTorch's default.
inline constexpr double layer_norm_epsilon = 1e-5;

}  // namespace icsweep
