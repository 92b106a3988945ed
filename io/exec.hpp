// Steps that start another program: its file, its variables, and the forked child on its way to it.
#pragma once

#include <sys/types.h>

#include <optional>
#include <string>
#include <string_view>
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

/// This process's variables, NAME=value each, without those by which an MPI knows its ranks (a child with an MPI of its
/// own would take itself for one of ours) and without those of these names.
std::vector<std::string> child_environment(const std::vector<std::string_view>& without = {});

/// The executable file of that name in a folder of PATH, or nothing.
std::optional<std::string> file_in_path(const std::string& name);

}  // namespace icsweep
