// Steps of a forked child on its way to another program.
#pragma once

#include <sys/types.h>

#include <string>
#include <vector>

namespace icsweep {

/// The texts as exec takes them, with a null at the end; valid while the texts are.
std::vector<char*> exec_pointers(const std::vector<std::string>& texts);

// The others are async-signal-safe: other threads of the parent may have held any lock when it forked.

/// Lets every signal through.
void unblock_signals();

/// Makes SIGKILL follow the death of the parent's thread that forked this process; exits if it is dead already.
void die_with(pid_t parent);

/// Closes all descriptors from `first` on.
void close_from(int first);

/// Writes errno to the descriptor and exits with status 127.
[[noreturn]] void report_errno(int to);

}  // namespace icsweep
