// Progress of a launch in words, for lines of a log and blocks on a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "io/store/lease.hpp"

namespace icsweep {

/// "1.6 core-hours", "under 0.01 core-hours".
std::string core_hours_text(double core_seconds);

/// "8s", "3m05s", "2h10m", "5d03h".
std::string duration_text(double seconds);
/// Same, but "12us" or "350ms" below a second.
std::string time_text(double seconds);

/// Rounded down, so that 100% is shown only at the end.
std::string percent_text(double share);

/// The non-empty parts, separated by two blanks.
std::string in_columns(std::vector<std::string> parts);

/// "rank 2", "ranks 2 to 5".
std::string ranks_text(std::int64_t first, std::int64_t count);

// Each of these texts is empty if there is nothing to say.
std::string other_outcomes_text(const Heartbeat& heartbeat);  ///< "1 diverged, 2 failed"
std::string in_flight_text(const Heartbeat& heartbeat);       ///< "2 in flight"
std::string rate_text(const Heartbeat& heartbeat);            ///< "412k sequences/s"
std::string eta_text(const Heartbeat& heartbeat);             ///< "ETA 1m20s", or "ETA ?"
std::string cores_text(const InFlight& experiment);  ///< "on 3 cores", "on 5 ranks of 2 hosts", or empty for one
std::string step_text(const InFlight& experiment);   ///< "step 10/100"
std::string loss_text(const InFlight& experiment);   ///< "loss 0.0123"
/// Losses of the experiment in this launch, on a logarithmic scale if all are positive: as heights "█▆▃▂▁" or, without
/// Unicode, as the last numbers "0.4 0.13 0.06".
std::string trace_text(const InFlight& experiment, bool unicode);
/// Advice about experiments that a launch was asked for and has left.
inline constexpr const char* resume_text = "run the same command to resume";
/// "4 left, 4 of them saved at 37 % on average: run the same command to resume".
std::string left_text(const Heartbeat& last);
/// "4 of them saved at 37 % on average". left: number of experiments that have not ended.
std::string saved_text(std::int64_t saved, double share, std::int64_t left);
/// "2 failures, the last: depth=3: out of memory; depth=2: out of memory". Failures before this launch are only
/// counted.
std::string failures_text(const Heartbeat& heartbeat);

/// Everything on one plain line of any length. "done" counts only experiments with that outcome: "7/18 done  39%  2 in
/// flight  412k sequences/s  elapsed 50s  ETA 1m20s  [depth=3 step 10/100 loss 0.0123; …]".
std::string progress_line(const Heartbeat& heartbeat);

}  // namespace icsweep
