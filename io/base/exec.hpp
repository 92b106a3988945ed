// Steps to start another program: find its file, make its environment, and prepare the forked child.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace icsweep {

/// Pointers for exec, with a null at the end. They are valid as long as the texts.
std::vector<char*> exec_pointers(const std::vector<std::string>& texts);

// The following four are async-signal-safe, because other threads of the parent may have held locks during the fork.

/// Unblocks all signals.
void unblock_signals();

/// Makes the kernel kill this process (SIGKILL) when the parent's forking thread dies. Exits if the parent is already
/// dead.
void die_with(pid_t parent);

/// Closes all descriptors from `first` on.
void close_from(int first);

/// Writes errno to the descriptor and exits with status 127.
[[noreturn]] void report_errno(int to);

/// This process's variables as NAME=value, without those named and without those of MPI. An MPI program started as a
/// child would otherwise take itself for one of our ranks.
std::vector<std::string> child_environment(const std::vector<std::string_view>& without = {});

/// The executable file of that name in a folder of PATH; nothing if no folder has it.
std::optional<std::string> file_in_path(const std::string& name);

}  // namespace icsweep
