// What comes with the program: sweep files, job templates and the launcher, found from where the program lies.
#pragma once

#include <string>

namespace icsweep {

/// The running program's file, links followed.
std::string program_path();

/// share/icsweep of the prefix that the program is installed in, or of its build folder; empty if neither is there.
std::string shipped_folder();

/// A file in that folder, such as "launch.sh". Throws Error(config) if it is not there.
std::string shipped_file(const std::string& name);

}  // namespace icsweep
