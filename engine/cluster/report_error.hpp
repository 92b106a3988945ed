// Reports an error to the user in one line on standard error.
#pragma once

#include <exception>

namespace icsweep {

/// "icsweep: what is wrong (where), what to do", with control characters replaced by blanks.
void report_error(const std::exception& error);

}  // namespace icsweep
