// Text of --help for a command.
#pragma once

#include <string>

#include "engine/commands/commands.hpp"

namespace icsweep {

/// "top STORE.h5 [TASK] METRIC [OPTION]...": places and required options.
std::string usage(const Command& command);

/// Form on a command line: "-o FILE", "--by PARAM", "STORE.h5".
std::string typed(const Option& option);

/// "-o, --output FILE".
std::string heading(const Option& option);

/// Meaning of the option, and its default.
std::string meaning(const Option& option);

/// The whole text, in lines of at most 80 columns.
std::string help_text(const Command& command);

}  // namespace icsweep
