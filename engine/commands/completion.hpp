// What can stand next in a command line: asked by the completion scripts of shells, so that these know no command
// themselves.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "engine/commands/typed_line.hpp"

namespace icsweep {

/// A word that may stand there, and what it means. A word ":files" stands for the files that are there, ":files h5" for
/// those of that ending.
struct Candidate {
  std::string word, meaning;
};

/// What an option may have as its value; nothing if it may be anything.
std::vector<Candidate> values_of(const TypedLine& line, const TaskRegistry& tasks);

/// Of a command line behind the program's name; the last word is the one that is typed.
std::vector<Candidate> candidates(std::span<const Command> commands, const Arguments& words, const TaskRegistry& tasks);

/// `icsweep complete -- WORD...`: a line each, the meaning behind a tab.
int complete_command(std::span<const Command> commands, const Arguments& arguments, const TaskRegistry& tasks);

}  // namespace icsweep
