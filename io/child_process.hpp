// What a child process that this one starts is given.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace icsweep {

/// This process's variables, NAME=value each, without those by which an MPI knows its ranks (a child with an MPI of its
/// own would take itself for one of ours) and without those of these names.
std::vector<std::string> child_environment(const std::vector<std::string_view>& without);

/// Starts `command` by /bin/sh in a session of its own, with `input` to read and nowhere to write, and leaves it alone:
/// it outlives this process. Returns "", or why it could not be started.
std::string start_detached(const std::string& command, const std::string& input);

/// The texts as exec and spawn take them, with a null at the end; valid while the texts are.
std::vector<char*> exec_pointers(const std::vector<std::string>& texts);

}  // namespace icsweep
