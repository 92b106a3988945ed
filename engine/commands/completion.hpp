// Candidates for the next word of a command line. Shells' completion scripts ask for them, so that the scripts know no
// command themselves.
#pragma once

#include "engine/commands/commands.hpp"

namespace icsweep {

/// Candidates for the last of `words`, which is being typed; `words` begins after the program's name.
std::vector<Candidate> candidates(const Arguments& words, const TaskRegistry& tasks);

/// `icsweep complete -- WORD...`: prints a line for each candidate, the word and its meaning with a tab between.
int complete_command(const Arguments& arguments, const TaskRegistry& tasks);

}  // namespace icsweep
