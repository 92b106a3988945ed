// The commands of the program, and code that they share.
#pragma once

#include <boost/program_options.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/cluster/exit_status.hpp"

namespace icsweep {

using Arguments = std::vector<std::string>;

struct Command {
  const char* name;
  const char* summary;
  const char* usage;
  const char* example;
  int (*run)(const Command& self, const Arguments& arguments);
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

/// The words as they were typed, program and command first, for the store's record of a launch.
std::vector<std::string> command_line(const Command& command, const Arguments& arguments);

int run_command(const Command&, const Arguments&);
int plan_command(const Command&, const Arguments&);
int simulate_command(const Command&, const Arguments&);
int status_command(const Command&, const Arguments&);
int query_command(const Command&, const Arguments&);
int export_command(const Command&, const Arguments&);
int tasks_command(const Command&, const Arguments&);
int top_command(const Command&, const Arguments&);
int figure_command(const Command&, const Arguments&);
int report_command(const Command&, const Arguments&);
int bench_command(const Command&, const Arguments&);
/// `icsweep bench sweep`; `bench` is the command that it is a part of.
int bench_sweep(const Command& bench, const Arguments&);
int claims_command(const Command&, const Arguments&);
int merge_command(const Command&, const Arguments&);
int delete_command(const Command&, const Arguments&);
int verify_command(const Command&, const Arguments&);
int version_command(const Command&, const Arguments&);
int launch_command(const Command&, const Arguments&);
int slurm_command(const Command&, const Arguments&);

}  // namespace icsweep
