// The kernels of amx_linear.hpp by the instruction TDPBF16PS, beside those of bfloat16_instruction.hpp.
#pragma once

#include "models/kernels/amx_linear.hpp"

namespace icsweep {

/// Whether a processor that has AVX512_BF16 has AMX for bfloat16, and Linux lets this process use its tiles. Asks Linux
/// for them, once for all threads.
ICSWEEP_KERNEL bool amx_is_permitted();

/// Call them only after that.
ICSWEEP_KERNEL const WideLinearKernels<float, 16>& amx_instruction_kernels();

}  // namespace icsweep
