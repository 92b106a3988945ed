// The time limit of a launch, in the form that a user writes.
#pragma once

#include <string>
#include <string_view>

namespace icsweep {

/// Seconds of --walltime: a number of seconds, "1h30m" or "01:30:00", as for time_limit in a sweep file. Throws
/// Error(config) with a message that begins with the command's name.
double walltime_of(const std::string& text, std::string_view command);

}  // namespace icsweep
