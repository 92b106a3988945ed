// How an error reaches the user: one line on standard error.
#pragma once

#include <exception>

namespace icsweep {

/// "icsweep: what is wrong (where), what to do", control characters replaced by blanks.
void report_error(const std::exception& error);

}  // namespace icsweep
