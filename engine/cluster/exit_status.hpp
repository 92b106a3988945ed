// Exit statuses of the program.
#pragma once

namespace icsweep {

/// 75 is EX_TEMPFAIL, stopped early but resumable; 70 is EX_SOFTWARE, an experiment hung.
inline constexpr int exit_success = 0, exit_failed = 1, exit_usage = 2, exit_crashed = 70, exit_stopped = 75;

}  // namespace icsweep
