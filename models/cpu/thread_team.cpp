#include "models/cpu/thread_team.hpp"

#ifdef _OPENMP
#include <omp.h>
#endif

#include <atomic>
#include <exception>

namespace icsweep {

#ifdef _OPENMP

bool has_threads() {
  return true;
}

void in_team(int threads, int parts, const TeamWork& work) {
  std::exception_ptr failure;
  std::atomic_flag failed;
  const auto guarded = [&](auto&& f) {  // no exception may leave OpenMP's region
    if (failed.test()) return;
    try {
      f();
    } catch (...) {
      if (!failed.test_and_set()) failure = std::current_exception();
    }
  };
#pragma omp parallel num_threads(threads)
  {
    const int thread = omp_get_thread_num();
    guarded([&] { work.begin(thread); });
#pragma omp for ordered schedule(static, 1)
    for (int part = 0; part < parts; ++part) {
      guarded([&] { work.sum(thread, part); });
#pragma omp ordered
      guarded([&] { work.add(thread); });
    }
  }
  if (failure) std::rethrow_exception(failure);
}

#else

bool has_threads() {
  return false;
}

void in_team(int, int parts, const TeamWork& work) {
  work.begin(0);
  for (int part = 0; part < parts; ++part) work.sum(0, part), work.add(0);
}

#endif

}  // namespace icsweep
