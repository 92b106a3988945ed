// The processes that a program has started, also those that left its session.
#pragma once

#include <string>

namespace icsweep {

/// "ICSWEEP_PROCESS=...": a variable of the environment that no other process has which this one did not start. What
/// the program starts inherits it.
std::string descendants_mark();

/// Kills every process whose environment has that variable, until none is left; what took it out of its environment, or
/// belongs to another user, lives on. Some 10 microseconds for each process of the machine. Linux alone.
void kill_descendants(const std::string& mark);

}  // namespace icsweep
