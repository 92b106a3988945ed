#include "models/layers/wide_kernels.hpp"

#include <atomic>
#include <type_traits>

#ifdef ICSWEEP_BFLOAT16_INSTRUCTION
#include "models/kernels/bfloat16_instruction.hpp"
#endif

namespace icsweep {
namespace {

std::atomic<bool> emulated = false;

bool has_bfloat16() {
#ifdef ICSWEEP_BFLOAT16_INSTRUCTION
  return training_lanes() == 16 && __builtin_cpu_supports("avx512bf16");
#else
  return false;
#endif
}

bool has_amx() {
#ifdef ICSWEEP_AMX_INSTRUCTION
  static const bool permitted = has_bfloat16() && amx_is_permitted();
  return permitted;
#else
  return false;
#endif
}

bool takes_instruction(Precision precision) {
  return !emulated && processor_has(precision);
}

}  // namespace

bool processor_has(Precision precision) {
  if (precision == Precision::float32) return true;
  return precision == Precision::bfloat16 ? has_bfloat16() : has_amx();
}

void emulate_bfloat16(bool emulate) {
  emulated = emulate;
}

template <class Real, int N>
const WideLinearKernels<Real, N>& wide_kernels(Precision precision) {
  if (precision == Precision::float32) return wide_linear_kernels<Real, N>();
  if constexpr (std::is_same_v<Real, float> && N == 16) {
#ifdef ICSWEEP_AMX_INSTRUCTION
    if (precision == Precision::bfloat16_amx && takes_instruction(precision)) return amx_instruction_kernels();
#endif
#ifdef ICSWEEP_BFLOAT16_INSTRUCTION
    if (precision == Precision::bfloat16 && takes_instruction(precision)) return bfloat16_instruction_kernels();
#endif
  }
  return precision == Precision::bfloat16 ? bfloat16_linear_kernels<Real, N>() : amx_linear_kernels<Real, N>();
}

template <class Real, int N>
const AttentionKernels<Real, N>& wide_attention_kernels(Precision precision) {
  if (precision == Precision::float32) return attention_kernels<Real, N>();
#ifdef ICSWEEP_BFLOAT16_INSTRUCTION
  if constexpr (std::is_same_v<Real, float> && N == 16)
    if (takes_instruction(Precision::bfloat16)) return bfloat16_instruction_attention();
#endif
  return bfloat16_attention_kernels<Real, N>();
}

#define INSTANTIATE(Real, N)                                                   \
  template const WideLinearKernels<Real, N>& wide_kernels<Real, N>(Precision); \
  template const AttentionKernels<Real, N>& wide_attention_kernels<Real, N>(Precision);
ICSWEEP_FOR_EACH_LANE(INSTANTIATE)
#undef INSTANTIATE

}  // namespace icsweep
