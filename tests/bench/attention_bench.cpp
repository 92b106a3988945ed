// build/release/attention_bench: measures the attention kernels that have a weight for every pair of tokens, on one
// thread, against the multiply-add peak of the same run. With K features a pair of tokens takes 4K FLOP forward and 4K
// backward (8K with the tokens' gradient). Queries, keys and values of four heads are side by side. Each kernel is
// compared with double precision before its time is printed: CPU time, the fastest of some runs.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "bench/timing.hpp"
#include "models/aligned.hpp"
#include "models/kernels/quadratic_attention.hpp"
#include "models/kernels/positional_attention.hpp"

namespace icsweep {
namespace {

struct Case {
  const char* name;
  bool positional;
  PairShape shape;
};

/// One block of N sequences: inputs, outputs and gradients of both kinds of attention. Keys and values are the tokens.
template <class Real, int N>
struct Block {
  Block(const Case& c, const std::vector<float>& numbers)
      : positional(c.positional),
        shape(c.shape),
        scratch(shape.scratch(N)),
        sums(pair_sums_size(shape.tokens)),
        kept(shape.kept(N)),
        inverse_sum(shape.tokens * N),
        factor(shape.tokens * shape.tokens) {
    const int size = shape.tokens * shape.key_row() * N;
    for (auto* lanes : {&q, &x, &z, &dz, &dq, &dx}) lanes->resize(size);
    for (int i = 0; i < size; ++i)  // the same for every sequence, so that lanes of different kinds can be compared
      q[i] = numbers[i / N], x[i] = numbers[size / N + i / N], dz[i] = numbers[2 * size / N + i / N];
    for (int t = 0; t < shape.tokens; ++t)
      for (int u = 0; u <= t; ++u) factor[t * shape.tokens + u] = Real(1) / Real(1 + t - u);
  }
  void forward() {
    if (positional)
      positional_attention_forward<Real, N>(shape, q.data(), x.data(), x.data(), factor.data(), scratch.data(),
                                            kept.data(), z.data());
    else
      quadratic_attention_forward<Real, N>(shape, PairWeight::softmax, q.data(), x.data(), x.data(), kept.data(),
                                           inverse_sum.data(), z.data());
  }
  void backward(Real* to) {
    if (positional)
      positional_attention_backward<Real, N>(shape, q.data(), x.data(), x.data(), factor.data(), kept.data(), dz.data(),
                                             scratch.data(), dq.data(), to, to, sums.data());
    else
      quadratic_attention_backward<Real, N>(shape, PairWeight::softmax, q.data(), x.data(), x.data(), kept.data(),
                                            inverse_sum.data(), z.data(), dz.data(), scratch.data(), dq.data(), to, to);
  }
  bool positional;
  PairShape shape;
  AlignedVector<Real> q, x, z, dz, dq, dx, scratch, sums, kept, inverse_sum, factor;
};

/// The largest difference in the first sequence, relative to the largest number.
template <class A, class B>
double difference(const A& a, int lanes, const B& b) {
  double worst = 0, largest = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    worst = std::max(worst, std::abs(double(a[i * lanes]) - b[i]));
    largest = std::max(largest, std::abs(b[i]));
  }
  return worst / largest;
}

template <int N>
int measure(const Case& c, double peak) {
  const PairShape& s = c.shape;
  std::mt19937 engine(1);
  std::vector<float> numbers(3 * s.tokens * s.key_row());
  for (float& n : numbers) n = std::uniform_real_distribution<float>(-0.5, 0.5)(engine);
  Block<float, N> fast(c, numbers);
  Block<double, 1> reference(c, numbers);
  fast.forward(), reference.forward();
  fast.backward(fast.dx.data()), reference.backward(reference.dx.data());
  const double error = std::max(
      {difference(fast.z, N, reference.z), difference(fast.dq, N, reference.dq), difference(fast.dx, N, reference.dx)});
  if (!(error < 1e-4)) return fmt::print("wrong by {:.1e}: no time is printed\n", error), 1;
  const double pairs = s.tokens * (s.tokens + 1) / 2.0 * N * s.keys / 1e9;
  const double forward = seconds_per_call([&] { fast.forward(); }),
               first = seconds_per_call([&] { fast.backward(nullptr); }),
               inner = seconds_per_call([&] { fast.backward(fast.dx.data()); });
  const auto share = [&](double flop, double seconds) { return 100 * flop * pairs / seconds / peak; };
  fmt::print("{:<18} {:>5} {:>5} {:>8.1f}% {:>8.1f}% {:>8.1f}% {:>9.1f}% {:>9.1f}% {:>8.0e}\n", c.name, s.tokens,
             s.keys, share(4, forward), share(4, first), share(8, inner), share(8, forward + first),
             share(12, forward + inner), error);
  return 0;
}

}  // namespace
}  // namespace icsweep

int main() {
  using namespace icsweep;
  const double peak = peak_gflops_here();
  fmt::print("{}, multiply-add peak {:.1f} GFLOP/s; first: without the tokens' gradient\n", instruction_set_level(),
             peak);
  fmt::print("{:<18} {:>5} {:>5} {:>9} {:>9} {:>9} {:>10} {:>10} {:>8}\n", "attention", "T", "K", "forward", "first",
             "inner", "both,first", "both,inner", "error");
  const int width = 128;
  const std::vector<Case> cases{
      {"positional", true, {50, 6, 6}},
      {"positional", true, {50, 11, 11}},
      {"positional", true, {50, 21, 21}},
      {"positional", true, {100, 62, 62}},
      {"softmax", false, {50, 6, 6}},
      {"softmax", false, {50, 11, 11}},
      {"softmax", false, {50, 21, 21}},
      {"softmax", false, {100, 62, 62}},
      {"softmax", false, {41, 32, 32}},
      {"softmax, a head", false, {41, 32, 32, Shift::none, 3 * width, width}},
      {"shifted", false, {41, 32, 32, Shift::own}},
      {"shifted, a head", false, {41, 32, 32, Shift::own, 3 * width, width}},
  };
  int failures = 0;
  for (const Case& c : cases) failures += training_lanes() == 16 ? measure<16>(c, peak) : measure<8>(c, peak);
  return failures;
}
