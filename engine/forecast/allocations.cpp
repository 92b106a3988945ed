#include "engine/forecast/allocations.hpp"

#include <atomic>
#include <cstddef>

namespace icsweep {
namespace {

std::atomic<bool> counting{false};
std::atomic<long> made{0};

}  // namespace

void count_allocations() {
  made = 0;
  counting = true;
}

#if defined(__GLIBC__) && !defined(ICSWEEP_SANITIZED)

std::optional<long> allocations_ended() {
  counting = false;
  return made;
}

}  // namespace icsweep

// Replaces malloc, which glibc allows. Every operator new calls it, and so do the matrices of Eigen. glibc still
// allocates and frees the memory.
extern "C" {

void* __libc_malloc(std::size_t);

void* malloc(std::size_t size) {
  if (icsweep::counting.load(std::memory_order_relaxed)) ++icsweep::made;
  return __libc_malloc(size);
}

}  // extern "C"

#else

std::optional<long> allocations_ended() {
  counting = false;
  return std::nullopt;
}

}  // namespace icsweep

#endif
