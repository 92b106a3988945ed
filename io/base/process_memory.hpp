// Largest memory of a running process.
#pragma once

#include <sys/types.h>

namespace icsweep {

/// Largest resident memory of the process so far, or since forget_peak(), in bytes; 0 if it is unknown. Linux only.
double peak_bytes_of(pid_t process);
/// Measures peak_bytes_of() anew from now on.
void forget_peak(pid_t process);

/// The first child of a process; 0 without one.
pid_t first_child_of(pid_t process);

}  // namespace icsweep
