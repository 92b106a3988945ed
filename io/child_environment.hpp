// The variables and the program file that a child process gets from this one.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace icsweep {

/// This process's variables, NAME=value each, without those by which an MPI knows its ranks (a child with an MPI of its
/// own would take itself for one of ours) and without those of these names.
std::vector<std::string> child_environment(const std::vector<std::string_view>& without = {});

/// The executable file of that name in a folder of PATH, or nothing.
std::optional<std::string> file_in_path(const std::string& name);

}  // namespace icsweep
