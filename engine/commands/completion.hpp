// Candidates for the next word of a command line. Completion scripts of shells ask for them, so that the scripts
// contain no command.
#pragma once

#include "engine/commands/commands.hpp"

namespace icsweep {

/// Candidates for the last of `words`, which is being typed. `words` starts after the name of the program.
std::vector<Candidate> candidates(const Arguments& words, const TaskRegistry& tasks);

/// `icsweep complete -- WORD...`: prints one line per candidate: the word, a tab, and its meaning.
int complete_command(const Arguments& arguments, const TaskRegistry& tasks);

}  // namespace icsweep
