// The number that every normalisation adds to the variance or to the mean square.
#pragma once

namespace icsweep {

/// The default of PyTorch's nn.LayerNorm. That of its nn.RMSNorm depends on the precision.
inline constexpr double layer_norm_epsilon = 1e-5;

}  // namespace icsweep
