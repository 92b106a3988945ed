// Manual pages for man(1), made from the tables that --help prints.
#pragma once

#include <string>

#include "engine/commands/commands.hpp"

namespace icsweep {

/// icsweep(1): the commands, exit statuses and shipped files.
std::string program_page();

/// icsweep-run(1) for `run`; icsweep-bench-sweep(1) for `bench sweep`.
std::string command_page(const Command& command);

/// `icsweep manual`: prints the program's page, or with a command that command's page; with --into FOLDER writes all
/// pages to files there. Throws Error(config) for an unknown command.
int manual_command(const Arguments& arguments);

}  // namespace icsweep
