// The commands of the program, and code that they share.
#pragma once

#include <boost/program_options.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/cluster/exit_status.hpp"
#include "engine/launch/surroundings.hpp"

namespace icsweep {

using Arguments = std::vector<std::string>;

struct Command {
  const char* name;
  const char* summary;
  const char* usage;
  const char* example;
  int (*run)(const Command& self, const Arguments& arguments, const Surroundings& surroundings);
};

/// The value of each option; nothing if --help was given, which prints the help. `positional` names options that may be
/// given without their name, in order; the last one takes all words that follow. Throws Error(config) for options that
/// the command does not have.
std::optional<boost::program_options::variables_map> parse_arguments(
    const Command& command, const Arguments& arguments, boost::program_options::options_description options,
    const std::vector<std::string>& positional);

/// What a command takes: manual page and completion are made from it.
struct Interface {
  Command command;
  boost::program_options::options_description options;
  std::vector<std::string> positional;  ///< options given without their name; the last takes all words that follow
};

/// Asks the command for its interface without running it. `arguments`: selects a command within it, such as {"sweep"}
/// in bench.
Interface interface_of(const Command& command, const Arguments& arguments = {});

/// The command of that name; null if there is none.
const Command* find_command(std::span<const Command> commands, const std::string& name);

/// The words as they were typed, program and command first, for the store's record of a launch.
std::vector<std::string> command_line(const Command& command, const Arguments& arguments);

#define COMMAND(name, summary, usage, example) \
  int name##_command(const Command&, const Arguments&, const Surroundings&);
#include "engine/commands/commands.def"
#undef COMMAND
/// `icsweep bench sweep`; `bench` is the command that it is a part of.
int bench_sweep(const Command& bench, const Arguments&, const Surroundings&);

}  // namespace icsweep
