// Largest memory of a running process.
#pragma once

#include <sys/types.h>

namespace icsweep {

/// Largest resident memory of the process so far, or since forget_peak(), in bytes; 0 if it is unknown. Linux only.
double peak_bytes_of(pid_t process);
/// Measures peak_bytes_of() anew from now on.
void forget_peak(pid_t process);

/// Memory that a process and all its descendants have now, in bytes; pages that they share count once. 0 without a
/// descendant, or if it is unknown. Reads the page tables: about 1 ms per gigabyte.
double bytes_of_tree(pid_t process);

/// The first child of a process; 0 without one.
pid_t first_child_of(pid_t process);

}  // namespace icsweep
