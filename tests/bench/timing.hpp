// Times kernels on one thread, in processor time, beside the multiply-add peak.
#pragma once

#include <algorithm>
#include <ctime>

#include "models/kernels/fma_peak.hpp"

namespace icsweep {

inline double cpu_seconds() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return double(t.tv_sec) + 1e-9 * double(t.tv_nsec);
}

/// The fastest of some runs. Reading the clock takes as long as a small kernel, so a run reads it once for many calls.
template <class F>
double seconds_per_call(F&& f) {
  constexpr int runs = 9;
  constexpr double run_seconds = 0.01, look_seconds = 1e-4;
  double best = 1e9;
  for (int run = 0, calls = 1; run < runs; ++run) {
    const double begin = cpu_seconds();
    int count = 0;
    do
      for (int i = 0; i < calls; ++i, ++count) f();
    while (cpu_seconds() - begin < run_seconds);
    best = std::min(best, (cpu_seconds() - begin) / count);
    calls = std::max(1, int(look_seconds / best));
  }
  return best;
}

/// GFLOP/s of a loop that multiplies and adds in registers.
inline double peak_gflops_here() {
  double best = 0;
  float sink = 0;
  for (int run = 0; run < 9; ++run) {
    const double begin = cpu_seconds(), flop = fma_peak_loop(1'000'000, &sink);
    best = std::max(best, flop / (cpu_seconds() - begin) / 1e9);
  }
  return best;
}

}  // namespace icsweep
