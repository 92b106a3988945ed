// Files installed with the program: sweep files, job templates and the launcher. Their place is relative to the
// program.
#pragma once

#include <string>

namespace icsweep {

/// The path of the running executable, with links resolved.
std::string program_path();

/// The folder share/icsweep of the prefix where the program is installed, or of its build folder; empty if neither
/// exists.
std::string shipped_folder();

/// The path of a file in that folder, such as "launch.sh". Throws Error(config) if it does not exist.
std::string shipped_file(const std::string& name);

}  // namespace icsweep
