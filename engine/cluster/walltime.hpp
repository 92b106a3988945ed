// How long a launch may take, as a user writes it.
#pragma once

#include <string>
#include <string_view>

namespace icsweep {

/// Seconds of a --walltime: "1h30m" or a number of them, as time_limit in a sweep file. Throws Error(config), which
/// begins with the command's name.
double walltime_of(const std::string& text, std::string_view command);

}  // namespace icsweep
