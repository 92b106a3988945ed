// `icsweep --tasks FILE`: tasks of modules, besides those of the program.
#pragma once

#include "engine/commands/commands.hpp"

namespace icsweep {

/// Removes each leading "--tasks FILE" and "--allow-code" from the arguments, and returns the known tasks followed by
/// those of the files. A module stays loaded until the process ends. Throws Error(config) unless "--allow-code" is
/// among the arguments, and for a file that is no module, was built for another version, or has a task whose name is
/// taken.
TaskRegistry with_modules(const TaskRegistry& known, Arguments& arguments);

}  // namespace icsweep
