#include "models/kernels/bfloat16_instruction.hpp"

#include "models/kernels/tiles/bfloat16_attention.hpp"
#include "models/kernels/tiles/bfloat16_instruction.hpp"
#include "models/kernels/tiles/exponential.hpp"

namespace icsweep {
namespace {

using namespace detail;

struct InstructionHead : Instruction {
  static Sum exponential(Sum a, float least) {
    Eigen::Array<float, lanes, 1> x;
    store(x.data(), a);
    x = detail::exponential(x, least);
    return load(x.data());
  }
};

}  // namespace

const WideLinearKernels<float, 16>& bfloat16_instruction_kernels() {
  static constexpr auto kernels = pair_kernels<Instruction>();
  return kernels;
}

const AttentionKernels<float, 16>& bfloat16_instruction_attention() {
  static constexpr auto kernels = pair_attention_kernels<InstructionHead>();
  return kernels;
}

}  // namespace icsweep
