#include "models/layers/wide_kernels.hpp"

#include <atomic>

#ifdef ICSWEEP_BFLOAT16_INSTRUCTION
#include "models/kernels/bfloat16_instruction.hpp"
#endif

namespace icsweep {
namespace {

std::atomic<bool> emulated = false;

}  // namespace

bool processor_has_bfloat16() {
#ifdef ICSWEEP_BFLOAT16_INSTRUCTION
  return training_lanes() == 16 && __builtin_cpu_supports("avx512bf16");
#else
  return false;
#endif
}

void emulate_bfloat16(bool emulate) {
  emulated = emulate;
}

template <class Real, int N>
const WideLinearKernels<Real, N>& wide_kernels(Precision precision) {
  if (precision == Precision::float32) return wide_linear_kernels<Real, N>();
#ifdef ICSWEEP_BFLOAT16_INSTRUCTION
  if constexpr (std::is_same_v<Real, float> && N == 16)
    if (processor_has_bfloat16() && !emulated) return bfloat16_instruction_kernels();
#endif
  return bfloat16_linear_kernels<Real, N>();
}

template <class Real, int N>
const AttentionKernels<Real, N>& wide_attention_kernels(Precision precision) {
  if (precision == Precision::float32) return attention_kernels<Real, N>();
#ifdef ICSWEEP_BFLOAT16_INSTRUCTION
  if constexpr (std::is_same_v<Real, float> && N == 16)
    if (processor_has_bfloat16() && !emulated) return bfloat16_instruction_attention();
#endif
  return bfloat16_attention_kernels<Real, N>();
}

#define INSTANTIATE(Real, N)                                                   \
  template const WideLinearKernels<Real, N>& wide_kernels<Real, N>(Precision); \
  template const AttentionKernels<Real, N>& wide_attention_kernels<Real, N>(Precision);
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)
#undef INSTANTIATE

}  // namespace icsweep
