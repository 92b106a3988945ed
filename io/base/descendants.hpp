// Finds and kills all descendants of a program, including those in other sessions.
#pragma once

#include <sys/types.h>

#include <string>

namespace icsweep {

/// "ICSWEEP_PROCESS=...", unique: a variable for the program's environment, which all its descendants inherit.
std::string descendants_mark();

/// Kills processes whose environment has that variable until none is left. A process survives if it removed the
/// variable from its environment or belongs to another user. Takes about 10 µs per process on the machine. Linux only.
void kill_descendants(const std::string& mark);

/// Makes orphaned descendants children of this process from now on, whatever their environment. Its present children
/// count as its own.
void adopt_orphans();

/// Marks the present children as this process's own. Libraries start such children, for example Open MPI's daemon.
void keep_present_children();

/// Calls fork(). kill_orphans() spares the child until forget_child().
pid_t fork_child();
void forget_child(pid_t child);

/// A variable for the environment of a child that outlives this process. Neither the child nor its descendants are
/// killed.
inline constexpr const char* left_alone = "ICSWEEP_LEFT_ALONE=1";

/// Kills adopted orphans and their descendants until none is left. kill_descendants() calls this at its end.
void kill_orphans();

}  // namespace icsweep
