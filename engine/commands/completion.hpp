// Candidates for the next word of a command line. Shells' completion scripts ask for them, so that the scripts know no
// command themselves.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/commands/typed_line.hpp"

namespace icsweep {

/// A word that may come next, and its meaning. The word ":files" means all files here, ":files h5" those with this
/// ending.
struct Candidate {
  std::string word, meaning;
};

/// The candidates for the value of the option that is being typed; empty if it may be anything.
std::vector<Candidate> values_of(const TypedLine& line, const TaskRegistry& tasks);

/// Candidates for the last of `words`, which is being typed; `words` begins after the program's name.
std::vector<Candidate> candidates(std::span<const Command> commands, const Arguments& words, const TaskRegistry& tasks);

/// `icsweep complete -- WORD...`: prints a line for each candidate, the word and its meaning with a tab between.
int complete_command(std::span<const Command> commands, const Arguments& arguments, const TaskRegistry& tasks);

}  // namespace icsweep
