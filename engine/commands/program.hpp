// The program with its list of commands.
#pragma once

#include "tasks/registry.hpp"

namespace icsweep {

/// Runs the command of the command line, with these tasks. Returns the exit status. An exception becomes one line on
/// standard error.
int run_program(int count, char** words, const TaskRegistry& tasks);

}  // namespace icsweep
