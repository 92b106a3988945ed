// Counts a benchmark loop's allocations on the heap.
#pragma once

#include <optional>

namespace icsweep {

/// Begins to count allocations, of all threads of this process; nothing is counted before, or after
/// allocations_ended().
void count_allocations();
/// Allocations since count_allocations(); nothing if the C library is not glibc or a sanitizer has its own heap.
std::optional<long> allocations_ended();

}  // namespace icsweep
