// Manual pages for man(1), from the tables that --help prints.
#pragma once

#include <string>

#include "engine/commands/commands.hpp"

namespace icsweep {

/// icsweep(1): commands, exit statuses and shipped files.
std::string program_page();

/// icsweep-run(1) for `run`; icsweep-bench-sweep(1) for `bench sweep`.
std::string command_page(const Command& command);

/// `icsweep manual`: prints the page of the program, or of a given command. With --into FOLDER it writes all pages to
/// files there. Throws Error(config) for an unknown command.
int manual_command(const Arguments& arguments);

}  // namespace icsweep
