// Finds and kills what a program has started, wherever it went.
#pragma once

#include <sys/types.h>

#include <string>

namespace icsweep {

/// "ICSWEEP_PROCESS=...", unique: a variable for the program's environment, which all its descendants inherit.
std::string descendants_mark();

/// Kills every process whose environment has that variable, until none is left; what took it out of its environment, or
/// belongs to another user, lives on. Some 10 microseconds for each process of the machine. Linux alone.
void kill_descendants(const std::string& mark);

/// From now on, orphans among this process's descendants become its children, whatever their environment. Children that
/// it has now are its own.
void adopt_orphans();

/// Takes the children of this moment for this process's own: those that a library has started, such as Open MPI's
/// daemon.
void keep_present_children();

/// fork(); kill_orphans() leaves the child alone until it is forgotten.
pid_t fork_child();
void forget_child(pid_t child);

/// A variable for the environment of a child that outlives this process: it and its descendants are left alone.
inline constexpr const char* left_alone = "ICSWEEP_LEFT_ALONE=1";

/// Kills adopted orphans, and what they have started, until there are no more. kill_descendants() ends with this.
void kill_orphans();

}  // namespace icsweep
