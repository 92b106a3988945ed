// The kernels of bfloat16_linear.hpp and bfloat16_attention.hpp by the instruction VDPBF16PS, and those of
// amx_linear.hpp by TDPBF16PS. x86-64-v4 implies neither, so they form a library of their own. The loader cannot choose
// it: the program asks the processor.
#pragma once

#include "models/kernels/amx_linear.hpp"
#include "models/kernels/bfloat16_attention.hpp"
#include "models/kernels/bfloat16_linear.hpp"

namespace icsweep {

/// Kernels by VDPBF16PS, for processors with AVX512_BF16 only.
ICSWEEP_KERNEL const WideLinearKernels<float, 16>& bfloat16_instruction_kernels();
ICSWEEP_KERNEL const AttentionKernels<float, 16>& bfloat16_instruction_attention();

/// True if a processor with AVX512_BF16 also has AMX for bfloat16, and Linux lets this process use its tiles. Requests
/// the tiles from Linux, once for all threads.
ICSWEEP_KERNEL bool amx_is_permitted();

/// Kernels by TDPBF16PS, for use after amx_is_permitted() returned true.
ICSWEEP_KERNEL const WideLinearKernels<float, 16>& amx_instruction_kernels();

}  // namespace icsweep
