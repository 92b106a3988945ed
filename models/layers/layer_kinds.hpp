// Kinds of layers that a decoder can consist of.
#pragma once

namespace icsweep {

/// The function between the two maps of an MLP: GELU in GPT-2's form (models/kernels/gelu.hpp), or max(0, u).
enum class Activation { gelu, relu };

/// layer: γ⊙(x − mean x)/√(var x + ε) + β (models/kernels/wide_layer_norm.hpp); rms: γ⊙x/√(mean x² + ε), without β
/// (models/kernels/wide_rms_norm.hpp).
enum class NormKind { layer, rms };

/// Precision of the factors of products. bfloat16: the maps between read-in and read-out use bfloat16_linear.hpp,
/// attention uses bfloat16_attention.hpp (both in models/kernels). bfloat16_amx: the maps use amx_linear.hpp instead.
/// Sums, weights, norms, activations, exponentials, residual stream and loss are always float32.
enum class Precision { float32, bfloat16, bfloat16_amx };

/// A precision for which some processors have no instruction, with its instruction's name as processors list it.
struct RoundedPrecision {
  Precision precision;
  const char *name, *instruction;
};
inline constexpr RoundedPrecision rounded_precisions[] = {{Precision::bfloat16, "bfloat16", "AVX512_BF16"},
                                                          {Precision::bfloat16_amx, "bfloat16_amx", "AMX-BF16"}};

}  // namespace icsweep
