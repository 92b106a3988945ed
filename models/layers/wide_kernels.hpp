// Which kernels the wide maps and heads of a decoder compute with.
#pragma once

#include "models/kernels/amx_linear.hpp"
#include "models/kernels/bfloat16_attention.hpp"
#include "models/kernels/bfloat16_linear.hpp"
#include "models/layers/layer_kinds.hpp"

namespace icsweep {

/// Whether the kernels in use can take this precision's products from this processor's instructions.
bool processor_has(Precision precision);

/// From now on layers are made with emulated instructions, also where the processor has them. The bits are the same.
void emulate_bfloat16(bool emulate = true);

/// A precision without its instructions is emulated; whoever does not want that asks before.
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
