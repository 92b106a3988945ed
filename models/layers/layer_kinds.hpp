// The kinds of layers that a decoder may be made of.
#pragma once

namespace icsweep {

/// Between the two maps of an MLP: GELU in GPT-2's form (models/kernels/gelu.hpp), or max(0, u).
enum class Activation { gelu, relu };

/// layer: γ⊙(x − mean x)/√(var x + ε) + β (models/kernels/wide_layer_norm.hpp); rms: γ⊙x/√(mean x² + ε), without β
/// (models/kernels/wide_rms_norm.hpp).
enum class NormKind { layer, rms };

}  // namespace icsweep
