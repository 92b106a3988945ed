// Commands of the program, and code that they share.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/cluster/exit_status.hpp"
#include "engine/commands/given_options.hpp"
#include "engine/run/surroundings.hpp"

namespace icsweep {

using Arguments = std::vector<std::string>;

struct Command {
  const char* name;  ///< one word, or two for a command within another: "bench sweep"
  const char* summary;
  const char* example;
  OptionTable (*options)();
  int (*run)(const Command& self, const Arguments& arguments, const Surroundings& surroundings);
};

/// All commands, in the order of the list that `icsweep` prints.
std::span<const Command> all_commands();

/// Finds the command that the first words name; null for other words. "bench sweep" comes before "bench".
const Command* find_command(std::span<const std::string> words);
/// Number of words of the command's name.
std::size_t words_of(const Command& command);

/// Reads the values of the command's options. Returns nothing if --help was given; the first rank then prints the help.
/// Begins paging for --help, and for commands with --no-pager unless an option forbids it.
/// Throws Error(config) for unknown options, for missing ones, and for "-" as the name of a file.
std::optional<GivenOptions> parse_arguments(const Command& command, const Arguments& arguments);

/// Words as typed, program and command first, for the record of a launch in the store.
std::vector<std::string> command_line(const Command& command, const Arguments& arguments);

#define COMMAND(id, name, summary, example) \
  OptionTable id##_options();               \
  int id##_command(const Command&, const Arguments&, const Surroundings&);
#include "engine/commands/commands.def"
#undef COMMAND

}  // namespace icsweep
