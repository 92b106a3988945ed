// The kinds of layers that a decoder may be made of.
#pragma once

namespace icsweep {

/// Between the two maps of an MLP: GELU in GPT-2's form (models/kernels/gelu.hpp), or max(0, u).
enum class Activation { gelu, relu };

/// layer: γ⊙(x − mean x)/√(var x + ε) + β (models/kernels/wide_layer_norm.hpp); rms: γ⊙x/√(mean x² + ε), without β
/// (models/kernels/wide_rms_norm.hpp).
enum class NormKind { layer, rms };

/// Of the factors of products. bfloat16: those of models/kernels/bfloat16_linear.hpp, in the maps between read-in and
/// read-out, and of bfloat16_attention.hpp. bfloat16_amx: the maps' products are those of amx_linear.hpp. Sums,
/// weights, norms, activations, exponentials, residual stream and loss are float32 in all.
enum class Precision { float32, bfloat16, bfloat16_amx };

/// Those that not every processor has an instruction for, with its name as processors list it.
struct RoundedPrecision {
  Precision precision;
  const char *name, *instruction;
};
inline constexpr RoundedPrecision rounded_precisions[] = {{Precision::bfloat16, "bfloat16", "AVX512_BF16"},
                                                          {Precision::bfloat16_amx, "bfloat16_amx", "AMX-BF16"}};

}  // namespace icsweep
