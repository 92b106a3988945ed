// The kernels of bfloat16_linear.hpp and bfloat16_attention.hpp by the instruction VDPBF16PS. x86-64-v4 does not imply
// it, so they are a library apart, which the loader cannot choose: the program asks the processor.
#pragma once

#include "models/kernels/bfloat16_attention.hpp"
#include "models/kernels/bfloat16_linear.hpp"

namespace icsweep {

/// Call them only on a processor that has AVX512_BF16.
ICSWEEP_KERNEL const WideLinearKernels<float, 16>& bfloat16_instruction_kernels();
ICSWEEP_KERNEL const AttentionKernels<float, 16>& bfloat16_instruction_attention();

}  // namespace icsweep
