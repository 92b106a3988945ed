// wide_linear_bench [SECONDS]: measures wide linear maps in float32 and on bfloat16 factors, in turn, and on AMX tiles
// if the processor has them. A call computes the map, its input gradient and its weight gradient for 40 tokens of 16
// sequences.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>
#include <vector>

#include "bench/timing.hpp"
#include "models/aligned.hpp"
#include "models/layers/wide_kernels.hpp"

namespace {

using namespace icsweep;

constexpr int N = 16, tokens = 40;
constexpr std::pair<int, int> maps[] = {{32, 32},   {64, 64},   {64, 192},   {64, 256},  {256, 64},
                                        {128, 128}, {256, 256}, {256, 1024}, {1024, 256}};
enum Part { forward, backward_input, backward_weight, parts };

/// A linear map in one precision.
struct Map {
  Map(const LinearShape& shape, Precision precision)
      : s(shape),
        kernels(wide_kernels<float, N>(precision)),
        x(s.tokens * s.inputs * N, 0.5f),
        y(s.tokens * s.outputs * N, 0.25f),
        weight(s.inputs * s.outputs, 0.125f),
        packed(memory.packed),
        transposed(memory.transposed),
        sums(memory.sums),
        dbias(s.outputs),
        rounded(memory.rounded),
        scratch(memory.scratch) {
    kernels.pack(s, weight.data(), packed.data(), transposed.data());
  }
  void run(int part) {
    if (part == forward) kernels.forward(s, x.data(), packed.data(), dbias.data(), nullptr, rounded.data(), y.data());
    else if (part == backward_input)
      kernels.forward({s.tokens, s.outputs, s.inputs}, y.data(), transposed.data(), nullptr, nullptr, rounded.data(),
                      x.data());
    else kernels.backward_weight(s, x.data(), y.data(), scratch.data(), sums.data(), dbias.data(), true);
  }
  /// Returns the GFLOP/s of some calls.
  double speed(int part, double seconds) {
    const double begin = cpu_seconds();
    double took = 0;
    int calls = 0;
    for (; took < seconds; took = cpu_seconds() - begin, ++calls) run(part);
    return 2.0 * s.tokens * s.inputs * s.outputs * N * calls / took / 1e9;
  }

  LinearShape s;
  const WideLinearKernels<float, N>& kernels;
  const WideLinearMemory memory = kernels.memory(s);
  AlignedVector<float> x, y, weight, packed, transposed, sums, dbias, rounded, scratch;
};

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + std::ptrdiff_t(values.size() / 2), values.end());
  return values[values.size() / 2];
}

void measure(int inputs, int outputs, Precision precision, double seconds) {
  Map single({tokens, inputs, outputs}, Precision::float32), half({tokens, inputs, outputs}, precision);
  std::string row = fmt::format("{:>4} -> {:<4}", inputs, outputs);
  for (int part = 0; part < parts; ++part) {
    std::vector<double> a, b, ratio;
    for (int round = 0; round < 15; ++round) {
      a.push_back(single.speed(part, seconds / 15));
      b.push_back(half.speed(part, seconds / 15));
      ratio.push_back(b.back() / a.back());
    }
    row += fmt::format("  {:>6.1f} {:>6.1f} {:>5.2f}", median(a), median(b), median(ratio));
  }
  fmt::print("{}\n", row);
}

}  // namespace

int main(int count, char** words) {
  const double seconds = count > 1 ? std::atof(words[1]) : 0.3;
  if (!processor_has(Precision::bfloat16)) return fmt::print("this processor or build lacks AVX512_BF16\n"), 1;
  for (const auto& [precision, name, instruction] : rounded_precisions) {
    if (!processor_has(precision)) continue;
    fmt::print("GFLOP/s in float32 and {}, and the ratio, medians of 15 rounds in turn\n{:>12}  {:<20}  {:<20}  {}\n",
               name, "", "forward", "input gradient", "weight gradient");
    for (const auto& [inputs, outputs] : maps) measure(inputs, outputs, precision, seconds);
  }
}
