// The commands of the program, and code that they share.
#pragma once

#include <boost/program_options.hpp>
#include <optional>
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

/// The words as they were typed, program and command first, for the store's record of a launch.
std::vector<std::string> command_line(const Command& command, const Arguments& arguments);

int run_command(const Command&, const Arguments&, const Surroundings&);
int plan_command(const Command&, const Arguments&, const Surroundings&);
int simulate_command(const Command&, const Arguments&, const Surroundings&);
int status_command(const Command&, const Arguments&, const Surroundings&);
int query_command(const Command&, const Arguments&, const Surroundings&);
int export_command(const Command&, const Arguments&, const Surroundings&);
int top_command(const Command&, const Arguments&, const Surroundings&);
int figure_command(const Command&, const Arguments&, const Surroundings&);
int report_command(const Command&, const Arguments&, const Surroundings&);
int bench_command(const Command&, const Arguments&, const Surroundings&);
/// `icsweep bench sweep`; `bench` is the command that it is a part of.
int bench_sweep(const Command& bench, const Arguments&, const Surroundings&);
int claims_command(const Command&, const Arguments&, const Surroundings&);
int merge_command(const Command&, const Arguments&, const Surroundings&);
int delete_command(const Command&, const Arguments&, const Surroundings&);
int verify_command(const Command&, const Arguments&, const Surroundings&);
int version_command(const Command&, const Arguments&, const Surroundings&);

}  // namespace icsweep
