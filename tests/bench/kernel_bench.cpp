// build/release/kernel_bench [TEXT]: times the float32 kernels of training at the shapes of the workloads of `icsweep
// bench`, on one thread; only those whose name contains TEXT. Each is compared with double precision first.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "bench/kernel_arrays.hpp"
#include "bench/timing.hpp"
#include "models/compare.hpp"

namespace icsweep {
namespace {

/// One kernel for the lanes of both levels and for the reference.
struct Calls {
  template <class F>
  Calls(F f) : wide(f), narrow(f), reference(f) {}
  void (*wide)(KernelArrays<float, 16>&);
  void (*narrow)(KernelArrays<float, 8>&);
  void (*reference)(KernelArrays<double, 1>&);
  auto lanes(std::integral_constant<int, 16>) const { return wide; }
  auto lanes(std::integral_constant<int, 8>) const { return narrow; }
};
#define CALLS(method) Calls([](auto& arrays) { arrays.method(); })

struct Case {
  const char* name;
  Calls calls;
  int tokens, inputs, outputs;
  double multiply_adds;  // of a token
};

Case map(const char* name, Calls calls, int T, int in, int out) {
  return {name, calls, T, in, out, double(in) * out};
}
Case rows(const char* name, Calls calls, int T, int D, int each) {
  return {name, calls, T, D, D, double(D) * each};
}
Case states(const char* name, Calls calls, int T, int K, bool inner = false) {
  const double state = K * (K + 1) / 2.0, product = K * K;
  return {name, calls, T, K, K, inner ? 3 * state + 2 * product : state + product};
}
Case attention(const char* name, Calls calls, int T, int K, int each) {
  return {name, calls, T, K, K, (T + 1) / 2.0 * K * each};
}

std::vector<Case> cases() {
  const Calls linear = CALLS(linear), input = CALLS(linear_input), weight = CALLS(linear_weight), state = CALLS(state),
              first = CALLS(first_state_slopes), slopes = CALLS(state_slopes), softmax = CALLS(softmax),
              softmax_slopes = CALLS(softmax_slopes), positional = CALLS(positional),
              positional_slopes = CALLS(positional_slopes), wide = CALLS(wide), wide_weight = CALLS(wide_weight);
  return {
      map("fig5-L1 query", linear, 49, 11, 11),
      states("fig5-L1 state", state, 50, 11),
      map("fig5-L1 output", linear, 50, 11, 15),
      rows("fig5 norm", CALLS(norm), 50, 15, 2),
      map("fig5 read-out", linear, 50, 16, 5),
      rows("fig5 loss", CALLS(error), 50, 5, 1),
      map("fig5 read-out weight", weight, 50, 16, 5),
      map("fig5 read-out input", input, 50, 16, 5),
      rows("fig5 norm slopes", CALLS(norm_slopes), 50, 15, 4),
      map("fig5-L1 output weight", weight, 50, 11, 15),
      map("fig5-L1 output input", input, 50, 11, 15),
      states("fig5-L1 state slopes", first, 50, 11),
      map("fig5-L1 query weight", weight, 49, 11, 11),
      map("fig5-L6 query", linear, 49, 16, 16),
      states("fig5-L6 state", state, 50, 16),
      map("fig5-L6 output", linear, 50, 16, 15),
      map("fig5-L6 output weight", weight, 50, 16, 15),
      map("fig5-L6 output input", input, 50, 16, 15),
      states("fig5-L6 state slopes", slopes, 50, 16, true),
      map("fig5-L6 query weight", weight, 49, 16, 16),
      map("fig7 output", linear, 50, 11, 20),
      map("fig7 output weight", weight, 50, 11, 20),
      map("fig7 output input", input, 50, 11, 20),
      attention("fig7 attention", positional, 50, 11, 2),
      attention("fig7 attention slopes", positional_slopes, 50, 11, 2),
      attention("fig10 softmax", softmax, 50, 16, 2),
      attention("fig10 softmax slopes", softmax_slopes, 50, 16, 4),
      rows("fig10 norm", CALLS(post_norm), 50, 15, 3),
      rows("fig10 norm slopes", CALLS(post_norm_slopes), 50, 15, 5),
      map("universality map", linear, 100, 62, 62),
      map("universality weight", weight, 100, 62, 62),
      attention("universality softmax", softmax, 100, 62, 2),
      attention("universality slopes", softmax_slopes, 100, 62, 4),
      attention("sca-D64 softmax", softmax, 41, 32, 2),
      attention("sca-D64 softmax slopes", softmax_slopes, 41, 32, 4),
      map("sca-D64 output", wide, 41, 64, 64),
      map("sca-D64 query, key, value", wide, 41, 64, 192),
      map("sca-D64 expand", wide, 41, 64, 256),
      map("sca-D64 contract", wide, 41, 256, 64),
      map("sca-D64 output weight", wide_weight, 41, 64, 64),
      map("sca-D64 expand weight", wide_weight, 41, 64, 256),
      map("sca-D64 contract weight", wide_weight, 41, 256, 64),
      rows("sca-D64 norm", CALLS(wide_norm), 41, 64, 3),
      rows("sca-D64 norm slopes", CALLS(wide_norm_slopes), 41, 64, 5),
      map("sca-D256 expand", wide, 41, 256, 1024),
      map("sca-D256 contract", wide, 41, 1024, 256),
      map("sca-D256 expand weight", wide_weight, 41, 256, 1024),
  };
}

template <int N>
bool measure(const Case& c) {
  KernelArrays<float, N> arrays(c.tokens, c.inputs, c.outputs);
  KernelArrays<double, 1> reference(c.tokens, c.inputs, c.outputs);
  const auto call = c.calls.lanes(std::integral_constant<int, N>{});
  call(arrays), c.calls.reference(reference);
  if (const double error = test::relative_distance(arrays.result(), reference.result()); !(error < 1e-5))
    return fmt::print("{}: wrong by {:.1e}, so no time is printed\n", c.name, error), false;
  const double peak = peak_gflops_here(), seconds = seconds_per_call([&] { call(arrays); }) / c.tokens;
  const double cycle = 4.0 * N / peak / 1e9, cycles = seconds / cycle, least = c.multiply_adds / 2;
  fmt::print("{:<26} {:>4} {:>4} {:>4} {:>8.1f} {:>9.1f} {:>9.1f} {:>5.0f} %\n", c.name, c.tokens, c.inputs, c.outputs,
             peak, cycles, least, 100 * least / cycles);
  return true;
}

}  // namespace
}  // namespace icsweep

int main(int count, char** values) {
  using namespace icsweep;
  const std::string wanted = count > 1 ? values[1] : "";
  fmt::print("{}. Peak: GFLOP/s of multiply-adds in registers, beside each kernel.\n", instruction_set_level());
  fmt::print("Cycles: of a token; at peak: of its multiply-adds, two in a cycle.\n\n");
  fmt::print("{:<26} {:>4} {:>4} {:>4} {:>8} {:>9} {:>9} {:>7}\n", "kernel", "T", "in", "out", "peak", "cycles",
             "at peak", "share");
  bool right = true;
  for (const Case& c : cases())
    if (std::string(c.name).find(wanted) != std::string::npos)
      right &= training_lanes() == 16 ? measure<16>(c) : measure<8>(c);
  return right ? 0 : 1;
}
