// Counts the heap allocations of a benchmark's loop.
#pragma once

#include <optional>

namespace icsweep {

/// Starts to count the allocations of all threads of this process, until allocations_ended().
void count_allocations();
/// Allocations since count_allocations(). Nothing if the C library is not glibc or a sanitizer has its own heap.
std::optional<long> allocations_ended();

}  // namespace icsweep
