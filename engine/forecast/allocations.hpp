// Counts what a benchmark's loop takes from the heap.
#pragma once

#include <optional>

namespace icsweep {

/// Begins to count this process's allocations, of all threads; nothing is counted before, nor after
/// allocations_ended().
void count_allocations();
/// Allocations since count_allocations(); nothing where the C library is not glibc, or a sanitizer has its own heap.
std::optional<long> allocations_ended();

}  // namespace icsweep
