// Selects the kernels that the wide maps and heads of a decoder use.
#pragma once

#include "models/kernels/amx_linear.hpp"
#include "models/kernels/bfloat16_attention.hpp"
#include "models/kernels/bfloat16_linear.hpp"
#include "models/layers/layer_kinds.hpp"

namespace icsweep {

/// True if this processor has the instructions of this precision, and the kernels in use can call them.
bool processor_has(Precision precision);

/// Makes layers created from now on use emulated instructions, even if the processor has the real ones. The bits are
/// the same.
void emulate_bfloat16(bool emulate = true);

/// Kernels of a precision. They emulate its instructions if the processor lacks them; callers that must avoid this ask
/// processor_has() first.
template <class Real, int N>
const WideLinearKernels<Real, N>& wide_kernels(Precision precision);
template <class Real, int N>
const AttentionKernels<Real, N>& wide_attention_kernels(Precision precision);

#define ICSWEEP_EXTERN(Real, N)                                                       \
  extern template const WideLinearKernels<Real, N>& wide_kernels<Real, N>(Precision); \
  extern template const AttentionKernels<Real, N>& wide_attention_kernels<Real, N>(Precision);
ICSWEEP_FOR_EACH_LANE(ICSWEEP_EXTERN)
#undef ICSWEEP_EXTERN

}  // namespace icsweep
