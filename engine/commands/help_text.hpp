// The text of --help for a command.
#pragma once

#include <string>

#include "engine/commands/commands.hpp"

namespace icsweep {

/// "top STORE.h5 TASK METRIC --by PARAM [OPTION]...": what has to be given.
std::string usage(const Command& command);

/// "-o, --output FILE".
std::string heading(const Option& option);

/// The option's meaning, and its default.
std::string meaning(const Option& option);

/// Everything, in lines of at most 80 columns.
std::string help_text(const Command& command);

}  // namespace icsweep
