#include "models/cpu/thread_team.hpp"

#ifdef __x86_64__
#include <immintrin.h>
#endif

#include <chrono>
#include <utility>

namespace icsweep {
namespace {

/// Time that a thread without work spins before it sleeps: longer than one thread works alone between two batches of
/// the smallest models, and far shorter than a time slice. Sleeping and waking take 10 to 50 microseconds.
constexpr std::chrono::microseconds spin_for{100};

void pause() {
#ifdef __x86_64__
  _mm_pause();
#else
  std::this_thread::yield();
#endif
}

/// Returns when `value` is no longer `old`.
void wait_while(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
  const auto until = std::chrono::steady_clock::now() + spin_for;
  do {
    for (int i = 0; i < 20; ++i) {
      if (value.load(std::memory_order_acquire) != old) return;
      pause();
    }
  } while (std::chrono::steady_clock::now() < until);
  value.wait(old, std::memory_order_acquire);
}

}  // namespace

void ThreadTeam::set_threads(int threads) {
  if (threads == this->threads()) return;
  leave_ = true;
  ++job_;
  job_.notify_all();
  for (std::thread& other : others_) other.join();
  others_.clear();
  leave_ = false;
  for (int thread = 1; thread < threads; ++thread) others_.emplace_back([this, thread] { serve(thread); });
}

void ThreadTeam::run(int parts, const Work& work) {
  if (parts <= 0) return;
  work_ = &work;
  parts_ = parts;
  failed_ = false;
  unfinished_.store(std::uint32_t(parts), std::memory_order_relaxed);
  const std::uint32_t job = job_.load(std::memory_order_relaxed) + 1;
  free_.store(std::uint64_t(job) << 32 | std::uint32_t(parts), std::memory_order_release);
  job_ = job;
  job_.notify_all();
  take_parts(0);
  while (const std::uint32_t left = unfinished_.load(std::memory_order_acquire)) wait_while(unfinished_, left);
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
}

void ThreadTeam::serve(int thread) {
  while (!leave_) {
    const std::uint32_t job = job_.load(std::memory_order_acquire);
    take_parts(thread);
    if (!leave_) wait_while(job_, job);
  }
}

void ThreadTeam::take_parts(int thread) {
  for (int part = 0; take_part(part);) {
    work_on(thread, part);
    if (unfinished_.fetch_sub(1, std::memory_order_acq_rel) == 1) unfinished_.notify_all();
  }
}

bool ThreadTeam::take_part(int& part) {
  std::uint64_t free = free_.load(std::memory_order_acquire);
  while (const auto left = std::uint32_t(free))
    if (free_.compare_exchange_weak(free, free - 1, std::memory_order_acquire)) {
      part = parts_ - int(left);
      return true;
    }
  return false;
}

void ThreadTeam::work_on(int thread, int part) {
  if (failed_) return;
  try {
    (*work_)(thread, part);
  } catch (...) {
    if (!failed_.exchange(true)) failure_ = std::current_exception();
  }
}

}  // namespace icsweep
