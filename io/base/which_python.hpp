// The Python that runs samplers and programs.
#pragma once

#include <string>
#include <string_view>

namespace icsweep {

/// The order in which which_python() looks, for messages.
inline constexpr std::string_view pythons =
    "the Python that imports icsweep, else ICSWEEP_PYTHON, else python3 on the PATH";

/// Path of the first that is there:
/// 1. the Python that imports icsweep: the variable ICSWEEP_IMPORTER, by which the package `icsweep` names its own
///    interpreter, or bin/python3 of the program's prefix, if the package is installed for it;
/// 2. the variable ICSWEEP_PYTHON, a name on the PATH or a path;
/// 3. python3 on the PATH.
/// A path is absolute; a name that is not on the PATH is returned as it is. No identity contains the choice.
std::string which_python();

/// True if a command of this name means which_python(): "python3" or "python".
bool means_python(std::string_view command);

}  // namespace icsweep
