// A keeper: a process between this one and a program that it starts. If this process dies, the keeper kills the program
// and all its descendants.
#pragma once

#include <string>

namespace icsweep {

/// The first argument of a keeper. The second one is the number of its first own descriptor; the program's file and
/// arguments follow.
inline constexpr const char* keeper_name = "icsweep-keeper";

/// The executable of a keeper. Every program that links Process becomes a keeper, before main(), if its arguments are a
/// keeper's.
inline constexpr const char* keeper_file = "/proc/self/exe";

/// True if the arguments are a keeper's.
bool is_keeper(int count, char** words);

/// Runs the program and ends as it does: with the same status or by the same signal. The program's orphans become the
/// keeper's children, even in another session or with another environment. They are killed when the program ends; the
/// program and they are killed when the starter ends. Signals that ask a job to end reach only the program. Linux only.
///
/// The keeper's two descriptors follow those of the program. To the first one it writes an errno if the program cannot
/// be started; the second one is a pipe that ends with the starter.
int keep(int count, char** words);

}  // namespace icsweep
