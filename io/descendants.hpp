// Finds and kills what a program has started, wherever it went.
#pragma once

#include <string>

namespace icsweep {

/// "ICSWEEP_PROCESS=...", unique: a variable for the program's environment, which all its descendants inherit.
std::string descendants_mark();

/// Kills every process whose environment has that variable, until none is left; what took it out of its environment, or
/// belongs to another user, lives on. Some 10 microseconds for each process of the machine. Linux alone.
void kill_descendants(const std::string& mark);

}  // namespace icsweep
