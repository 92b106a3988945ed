// When a run counts as having learnt nothing.
#pragma once

namespace icsweep {

/// Largest zero_ratio (final loss over the loss of predicting zero) of a run that has learnt something. Runs above it
/// are marked wherever they are shown.
inline constexpr double largest_learnt_ratio = 0.95;

}  // namespace icsweep
