// The program: its list of commands.
#pragma once

#include "tasks/registry.hpp"

namespace icsweep {

/// Runs the command that the words of the command line name, with these tasks; returns the exit status. An exception
/// becomes one line on standard error.
int run_program(int count, char** words, const TaskRegistry& tasks);

}  // namespace icsweep
