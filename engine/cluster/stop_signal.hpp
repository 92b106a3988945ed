// Requests to stop this process: signals, and the end of its time.
#pragma once

namespace icsweep {

/// SIGTERM, SIGINT and SIGUSR1 ask this process to stop at its next tick from now on; idempotent.
void stop_on_signals();
/// Asks this process to stop in `seconds` from now; may be infinite.
void stop_after(double seconds);
/// Seconds until the time of stop_after(); infinite without one, negative after it.
double seconds_until_stop();
bool stop_requested();

}  // namespace icsweep
