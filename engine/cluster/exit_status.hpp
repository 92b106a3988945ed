// Exit statuses of the program.
#pragma once

#include <utility>

namespace icsweep {

/// 75 is EX_TEMPFAIL: stopped early but resumable. 70 is EX_SOFTWARE: an experiment hung.
inline constexpr int exit_success = 0, exit_failed = 1, exit_usage = 2, exit_crashed = 70, exit_stopped = 75;

/// The meaning of each status, for --help and the manual.
inline constexpr std::pair<int, const char*> exit_statuses[] = {
    {exit_success, "success"},
    {exit_failed, "experiments failed, a check failed, or stores differ"},
    {exit_usage, "wrong usage or input"},
    {exit_crashed, "an experiment or a rank hung, or the launcher gave up"},
    {exit_stopped, "stopped early; the same command resumes"}};

}  // namespace icsweep
